import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { DiffOfEdits } from "../../../edit/text/diff-of-edits.ts";
import type { AskedFacts } from "../../../model/action/asked-facts.ts";
import type { CodeLoss } from "../../../model/action/code-loss.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { FilePlan } from "../../../model/file-plan.ts";

/** A plan that edits one file, with the text and the ops that it was made from. */
export interface PlannedFile {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** sha256 of the bytes that `text` was read from, hex. */
  readonly hash: string;
  readonly plan: Extract<FilePlan, { kind: "edited" }>;
  /** The edits of one more pass, in the text that results. Undefined if it was not searched. */
  readonly left: readonly Replacement[] | undefined;
  readonly ops: readonly CompiledOp[];
  /** The facts that are asked for. */
  readonly asked: AskedFacts;
  /** False if all nodes are asked if they are errors. */
  readonly tokenLists?: boolean;
}

/** Some of a plan's replacements, which become one change. Sorted. */
export type EditGroup = readonly Replacement[];

/** The result of the edits of a group. */
export interface GroupResult extends DiffOfEdits {
  /** See `FileChange`. */
  readonly postHash: string;
  readonly isJoint?: true;
  /** The text with the edits; undefined in a joint write, which makes no text for each group. */
  readonly after?: string;
  /** An edit runs into the word beside it. */
  readonly gluesWords: boolean;
}

/**
 * Facts about the groups of a file: each set holds the groups for which it is true; undefined if nothing asks for it.
 */
export interface GroupFacts {
  /** The same ops would change something at the places of these edits, or because of them. */
  readonly unsettled: ReadonlySet<EditGroup> | undefined;
  /** The text has more syntax errors with the edits than without. */
  readonly erroneous: ReadonlySet<EditGroup> | undefined;
  /** The edits with a name that does not mean what the step imports, sorted. */
  readonly importsLeftOut: readonly CodeLoss[] | undefined;
  /** The edits change comments, and leave all code as it was. */
  readonly commentsOnly: ReadonlySet<EditGroup> | undefined;
  /** The edits change the white space between tokens, and nothing else. */
  readonly whitespaceOnly: ReadonlySet<EditGroup> | undefined;
  /**
   * The names that the edits make a module export or no longer export; a group for which they are not known is missing.
   */
  readonly exportsChanged: ReadonlyMap<EditGroup, readonly string[]> | undefined;
}

/** Returns the edits of groups, sorted: those of a group may stand around those of another one. */
export function editsOf(groups: readonly EditGroup[]): readonly Replacement[] {
  return groups.flat().sort((a, b) => a.start - b.start || a.end - b.end);
}
