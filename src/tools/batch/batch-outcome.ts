import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import type { ToolCallEvent } from "./tool-hook.ts";

/** How one call of a batch ended, with what stands for it in the conversation: every call has a result. */
export type BatchOutcome = {
  readonly tool: string;
  readonly context: ToolExecutionContext;
  readonly result: AgentToolResult;
} & (
  | { readonly kind: "done" }
  /** Answered by an interceptor; the tool did not run (T8). */
  | { readonly kind: "synthetic" }
  /** A hook said no, before the call or to its result; `inner` is then what the call had come to. */
  | { readonly kind: "denied"; readonly reason: string; readonly inner?: BatchOutcome }
  /** It did not run, because the batch did not go on (T11). */
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly error: unknown }
);

/** The outcome of a call that a hook refused, or of which it refused the result. */
export function denied(
  { tool, context }: ToolCallEvent,
  reason: string,
  inner?: BatchOutcome,
): BatchOutcome {
  const result = errorResult(`Denied: ${reason}`);
  return { kind: "denied", tool, context, reason, result, ...(inner ? { inner } : {}) };
}

/** A result that says what went wrong. */
export function errorResult(text: string): AgentToolResult {
  return { ...textResult(text), isError: true };
}
