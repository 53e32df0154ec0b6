import type { TextChange } from "../model/workspace.ts";
import type { PlannedAction } from "../plan-file/plan.ts";

/** The actions that can be written together, with their changes; and why others cannot. */
export interface JudgedApproved {
  readonly actions: readonly PlannedAction[];
  readonly changes: readonly TextChange[];
  readonly refused: ReadonlyMap<string, NotWritten>;
}

/** The reason that an action is not written. */
export interface NotWritten {
  readonly state: "refused" | "stale" | "failed";
  readonly why: string;
}
