import type { FieldsOf } from "./options/request-fields.ts";

/** The run to take back, and how. */
export interface UndoRequest extends FieldsOf<"undo"> {
  /** Absolute. */
  readonly root: string;
  /** An id, or the beginning of one. Default, and `last`: the last run that wrote, even if it was an undo. */
  readonly run?: string | undefined;
  /**
   * The treatment of files that changed after the run: nothing is written (`refuse`), they are put back all the same
   * (`force`), or later changes stay if they do not conflict (`merge`).
   */
  readonly onChanged: "refuse" | "force" | "merge";
}
