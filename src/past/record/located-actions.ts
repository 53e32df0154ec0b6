import type { TextEdit } from "../../model/edit.ts";
import type { FileMode } from "../../model/patch/file-mode.ts";
import type { TextChange } from "../../model/workspace.ts";
import type { PlannedAction } from "../../plan-file/plan.ts";
import type { Span } from "../../plan-file/relocate/text-step.ts";

/** An edit in offsets of the file as it is now. */
export interface LocatedEdit extends TextEdit {
  /** Its place in the text that it was made for. */
  readonly from: Span;
}

/** The edits of an action in one file. */
export interface LocatedFile {
  readonly path: string;
  /** The sha256 of the text that the edits were made for; null for a new file. */
  readonly preHash: string | null;
  /** True if the action deletes the file. */
  readonly isDeletion: boolean;
  /** The mode that it gets. Absent if it keeps its own. */
  readonly mode?: FileMode | undefined;
  readonly edits: readonly LocatedEdit[];
}

/** An action whose places are known. */
export interface ActionChange {
  readonly action: PlannedAction;
  readonly files: readonly LocatedFile[];
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
  /** The same actions, with their places. */
  readonly placed: readonly ActionChange[];
  /** One for each file; of a file that was moved, with the edits at their places now. */
  readonly changes: readonly TextChange[];
  readonly refused: readonly RefusedAction[];
}
