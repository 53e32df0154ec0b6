import type { AgentToolResult } from "../model/tool.ts";

/** Free-form data that a resolve call may carry beside its reason (R1). */
export type ResolveExtra = Readonly<Record<string, unknown>>;

/** What ends a queued preview. */
export interface ResolveHandler {
  /** What the action would do, for people: `AST Edit: 3 replacements in 2 files`. Need not be unique. */
  readonly label: string;
  /** The tool that queued it. */
  readonly sourceToolName: string;
  /** For whoever decides. Does not enter the result of `resolve` (T22). */
  readonly details?: unknown;
  /** Does it. Called at most once at a time; when it throws, the action stays pending (R4, R10). */
  apply(reason: string, extra?: ResolveExtra): Promise<AgentToolResult> | AgentToolResult;
  /** Ends it without doing it. What it answers replaces the default text (R5). */
  reject?(
    reason: string,
    extra?: ResolveExtra,
  ): Promise<AgentToolResult | undefined> | AgentToolResult | undefined;
}

/** A queued preview that waits for `resolve`. */
export interface PendingAction extends ResolveHandler {
  /** Unique in its session (R17). */
  readonly id: string;
}
