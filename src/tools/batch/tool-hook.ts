import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";

/** A call of a batch, for those who are told of it. */
export interface ToolCallEvent {
  readonly tool: string;
  readonly params: unknown;
  readonly context: ToolExecutionContext;
}

/** What stops a whole batch. */
export type BatchStop =
  /** Nothing of the batch runs, or counts (T9). */
  | { readonly kind: "abort"; readonly reason: string }
  /** Nothing of the batch runs until somebody resumes it (T10). */
  | { readonly kind: "pause"; readonly reason: string }
  /** The batch and the whole run end here (T14). */
  | { readonly kind: "cancel"; readonly reason: string };

/** What concerns one call only. */
export type CallAnswer =
  | { readonly kind: "continue" }
  /** The call is answered with an error; its siblings run. */
  | { readonly kind: "deny"; readonly reason: string };

/** What a hook says to a call. */
export type HookAnswer = CallAnswer | BatchStop;

export const CONTINUE: CallAnswer = { kind: "continue" };

/**
 * Code of a recipe that is told of calls (T18). It cannot change a call, a result or the conversation. One
 * that fails answers `deny`: what was not looked at is not let through.
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

/** Code of Sluice itself, asked before the hooks. It may also answer for the tool, or change what it answers. */
export interface ToolInterceptor {
  before?(event: ToolCallEvent): Promise<HookAnswer | SyntheticAnswer>;
  after?(event: ToolCallEvent, result: AgentToolResult): Promise<AgentToolResult>;
}
