import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";

/** A call of a batch, as hooks and interceptors get it. */
export interface ToolCallEvent {
  readonly tool: string;
  readonly params: unknown;
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
 * Code of a recipe that may stop calls (T18), and cannot change a call, a result or the conversation. A hook that fails
 * counts as `deny`: no call runs unchecked.
 */
export interface ToolHook {
  before?(event: ToolCallEvent): Promise<HookAnswer>;
  after?(event: ToolCallEvent, result: AgentToolResult): Promise<HookAnswer>;
}

/** The result of a call whose tool does not run (T8). */
export interface SyntheticAnswer {
  readonly kind: "synthetic";
  readonly result: AgentToolResult;
}

/** Code of Sluice itself, asked before the hooks. It may also answer for the tool, or change its result. */
export interface ToolInterceptor {
  before?(event: ToolCallEvent): Promise<HookAnswer | SyntheticAnswer>;
  after?(event: ToolCallEvent, result: AgentToolResult): Promise<AgentToolResult>;
}
