import type { TextEdit } from "../../model/edit.ts";
import type { TextChange } from "../../model/workspace.ts";
import type { PlannedAction } from "../../plan/plan.ts";

/** An action whose places are known: its edits in offsets of the files as they are now. */
export interface ActionChange {
  readonly action: PlannedAction;
  readonly files: readonly { readonly path: string; readonly edits: readonly TextEdit[] }[];
}

/** An action that cannot be applied, and why: a sentence for each obstacle. */
export interface RefusedAction {
  readonly action: PlannedAction;
  /** `stale`: a file differs; `invalid`: its edits do not make what it shows; `failed`: its edits are not kept. */
  readonly cause: "stale" | "invalid" | "failed";
  readonly problems: readonly string[];
}

/** The changes that the chosen actions make together. */
export interface LocatedActions {
  readonly applied: readonly PlannedAction[];
  /** One for each file; of a file that was moved, with the edits at their places now. */
  readonly changes: readonly TextChange[];
  readonly refused: readonly RefusedAction[];
}
