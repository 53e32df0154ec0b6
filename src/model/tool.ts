/** The identity of a tool call, and its part in its batch (T1). */
export interface ToolExecutionContext {
  readonly callId: string;
  /** Shared by the calls of one batch: `tool-batch-<n>`; `direct` for a call outside of one (T2–T4). */
  readonly batchId: string;
  /** Order in the batch, from 0. */
  readonly callIndex: number;
}

/**
 * The limit of the text of one result of a tool, and of the part of a file that is attached; bytes of UTF-8 (T15, F3).
 */
export const OUTPUT_CAP = 16_384;

/** The context of a call outside of any batch (T4). */
export const DIRECT_CALL: ToolExecutionContext = {
  callId: "direct",
  batchId: "direct",
  callIndex: 0,
};

/** One piece of a tool's result. */
type ToolContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** The result of a tool, with details of the shape `T` (R32). */
export interface AgentToolResult<T = unknown> {
  readonly content: readonly ToolContent[];
  readonly details?: T;
  readonly isError?: boolean;
}

/** Makes a result of one text. */
export function textResult<T = unknown>(text: string, details?: T): AgentToolResult<T> {
  const content = [{ type: "text" as const, text }];
  return details === undefined ? { content } : { content, details };
}

/** Returns the texts of a result, one per line. */
export function textOf(result: AgentToolResult): string {
  return result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
