import type { ContinueWith } from "../../model/conversation.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";

/** A call of a batch, as hooks and interceptors get it: a deep copy that is frozen (T28). */
export interface ToolCallEvent {
  readonly tool: string;
  readonly params: unknown;
  /** The call's id, the id of its batch, and its place there (T30). */
  readonly context: ToolExecutionContext;
}

/** The answer of a hook that stops a whole batch. */
export type BatchStop =
  /** Nothing of the batch runs, or counts (T9). */
  | { readonly kind: "abort"; readonly reason: string }
  /** Nothing of the batch runs until the user resumes it (T10). */
  | { readonly kind: "pause"; readonly reason: string }
  /** The batch and the whole run end here (T14). */
  | { readonly kind: "cancel"; readonly reason: string };

/** The answer of a hook that concerns one call only. */
export type CallAnswer =
  | { readonly kind: "continue" }
  /** The result of the call is an error; its siblings run. */
  | { readonly kind: "deny"; readonly reason: string };

/** The answer of a hook to a call. */
export type HookAnswer = CallAnswer | BatchStop;

export const CONTINUE: CallAnswer = { kind: "continue" };

/**
 * Code of a recipe that may stop calls (T18), and cannot change a call, a result or the conversation. A hook that
 * fails, or gives no valid answer, counts as `deny` (T28): no call runs unchecked.
 */
export interface ToolHook {
  before?(event: ToolCallEvent): Promise<HookAnswer> | HookAnswer;
  after?(event: ToolCallEvent, result: AgentToolResult): Promise<HookAnswer> | HookAnswer;
}

/** The result of a call whose tool does not run (T8). */
export interface SyntheticAnswer {
  readonly kind: "synthetic";
  readonly result: AgentToolResult;
}

/** The answer of an interceptor to a call. */
export type InterceptorAnswer = HookAnswer | SyntheticAnswer | ContinueWith;

/**
 * Code of Sluice itself, or of a program that uses it, asked before the hooks. It may also answer for the tool, change
 * its result, or add messages after the results of the batch (T18). It denies as a hook does if it fails.
 */
export interface ToolInterceptor {
  before?(event: ToolCallEvent): Promise<InterceptorAnswer> | InterceptorAnswer;
  after?(event: ToolCallEvent, result: AgentToolResult): Promise<AgentToolResult> | AgentToolResult;
}
