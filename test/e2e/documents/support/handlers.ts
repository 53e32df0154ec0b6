import type { AgentToolResult, ResolveHandler } from "../../../../src/index.ts";

/** A result of one text. */
export function result(text: string, more: Partial<AgentToolResult> = {}): AgentToolResult {
  return { content: [{ type: "text", text }], ...more };
}

/** The text of a result. */
export function text({ content }: AgentToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** A handler that notes its calls in a list, as `apply <label>: <reason>`. */
export function handler(
  label: string,
  calls: string[] = [],
  more: Partial<ResolveHandler> = {},
): ResolveHandler {
  return {
    label,
    sourceToolName: "ast_edit",
    apply(reason) {
      calls.push(`apply ${label}: ${reason}`);
      return result(`Applied ${label}.`);
    },
    ...more,
  };
}
