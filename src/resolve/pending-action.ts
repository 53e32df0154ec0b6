import type { AgentToolResult } from "../model/tool.ts";

/** Free-form data of a resolve call, beside its reason (R1). */
export type ResolveExtra = Readonly<Record<string, unknown>>;

/** Ends a queued preview. */
export interface ResolveHandler {
  /** The effect of the action, for people: `AST Edit: 3 replacements in 2 files`. It need not be unique. */
  readonly label: string;
  /** The tool that queued it. */
  readonly sourceToolName: string;
  /** Data for the decision. It does not enter the result of `resolve` (T22). */
  readonly details?: unknown;
  /** Applies the preview. Called at most once at a time; if it throws, the action stays pending (R4, R10). */
  apply(reason: string, extra?: ResolveExtra): Promise<AgentToolResult> | AgentToolResult;
  /** Ends the preview without applying it. A result replaces the default text (R5). */
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
