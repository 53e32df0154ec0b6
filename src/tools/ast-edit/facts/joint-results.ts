import { createEditDiffs } from "../../../edit/text/diff-of-edits.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { TextEdit } from "../../../model/edit.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { gluesWords } from "./glued-words.ts";
import type { EditGroup, GroupResult, PlannedFile } from "./planned-file.ts";

/** The fewest groups that are written together, and the text that each of them alone would read; UTF-16 code units. */
const MIN_GROUPS = 100;
const MIN_WORK = 50_000_000;

/**
 * True if the groups are so many, and their text is so long, that their results are computed together: a hash of the
 * whole text for each of them would take time that grows with the square of their number.
 */
export function areJoint(
  { text }: Pick<PlannedFile, "text">,
  groups: readonly EditGroup[],
): boolean {
  return groups.length >= MIN_GROUPS && groups.length * text.length >= MIN_WORK;
}

/** Returns a function from a group of one edit to its result, at the cost of the edit. */
export function createJointResults(
  file: PlannedFile,
  groups: readonly EditGroup[],
): (edits: EditGroup) => GroupResult {
  const { path, text, plan } = file;
  const isAll = groups.length === plan.replacements.length;
  const postHash = sha256(isAll ? plan.text : splice(text, groups.flat()));
  const diffOf = createEditDiffs(path, text);
  return ([edit]) => {
    if (edit === undefined) throw new Error("A group without an edit was planned.");
    return { postHash, isJoint: true, ...diffOf(edit), gluesWords: gluesNeighbours(file, edit) };
  };
}

/** The most code units beside an edit that count: two for each of two characters. */
const BESIDE = 4;

/** Does what `gluesWords` does, for one edit; reads only the text beside it. */
function gluesNeighbours({ language, text }: PlannedFile, edit: TextEdit): boolean {
  const from = Math.max(0, edit.start - BESIDE);
  const before = text.slice(from, edit.end + BESIDE);
  const moved = { start: edit.start - from, end: edit.end - from, text: edit.text };
  return gluesWords({ language, text: before }, splice(before, [moved]), [moved]);
}
