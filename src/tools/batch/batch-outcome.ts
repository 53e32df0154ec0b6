import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { ToolCallEvent } from "./tool-hook.ts";

/** The outcome of one call of a batch, with its result in the conversation: every call has one. */
export type BatchOutcome = {
  readonly tool: string;
  readonly context: ToolExecutionContext;
  readonly result: AgentToolResult;
} & (
  | { readonly kind: "done" }
  /** An interceptor answered; the tool did not run (T8). */
  | { readonly kind: "synthetic" }
  /** A hook denied the call, or its result; `inner` is then the outcome that it denied. */
  | { readonly kind: "denied"; readonly reason: string; readonly inner?: BatchOutcome | undefined }
  /** The call did not run, because the batch stopped (T11). */
  | { readonly kind: "skipped"; readonly reason: string }
  /** With a `CancelledError` if the call was interrupted: it had not ended when the signal fired (T29). */
  | { readonly kind: "failed"; readonly error: unknown }
);

/** Returns the outcome of a call that a hook denied, or whose result it denied. */
export function denied(
  { tool, context }: Pick<ToolCallEvent, "tool" | "context">,
  reason: string,
  inner?: BatchOutcome,
): BatchOutcome {
  const result = errorResult(`Denied: ${reason}`);
  return { kind: "denied", tool, context, reason, result, inner };
}

/** Returns the outcome of a call that failed. */
export function failed({ tool, context }: ToolCallEvent, error: unknown): BatchOutcome {
  const message =
    error instanceof ToolError ? error.message : `The tool failed: ${messageOf(error)}`;
  return { kind: "failed", tool, context, error, result: errorResult(message) };
}

/** Returns a result that reports an error. */
export function errorResult(text: string): AgentToolResult {
  return { ...textResult(text), isError: true };
}
