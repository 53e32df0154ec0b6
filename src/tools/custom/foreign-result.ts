import { type AgentToolResult, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { isToolResult } from "../../shared/is-tool-result.ts";

/**
 * What code of somebody else answered, as a result: a text stands for a result of one text, and nothing for an
 * empty one. Throws a `ToolError` where it is none.
 */
export function foreignResult(value: unknown, whose: string): AgentToolResult {
  if (value === undefined || value === null) return textResult("");
  if (typeof value === "string") return textResult(value);
  if (!isToolResult(value))
    throw new ToolError(
      `${whose} answered no result: it must be a text, or an object with \`content\`, a list of parts with \`type: "text"\` and \`text\`.`,
    );
  const { content, details, isError } = value;
  return {
    content: content.map(copyOf),
    ...(details === undefined ? {} : { details }),
    ...(isError === true ? { isError } : {}),
  };
}

/** What a getter answers now is what counts. */
function copyOf(part: AgentToolResult["content"][number]): AgentToolResult["content"][number] {
  return part.type === "text"
    ? { type: "text", text: String(part.text) }
    : { type: "image", data: String(part.data), mimeType: String(part.mimeType) };
}
