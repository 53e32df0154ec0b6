import { PLAIN_MODE } from "../model/patch/file-mode.ts";
import type { PlannedFile } from "./plan.ts";

/** Finds what contradicts itself in the change of one file, apart from its path and its hashes. */
export function checkPlannedFile(file: PlannedFile, report: (fault: string) => void): void {
  checkEdits(file, report);
  checkDeletion(file, report);
  checkMode(file, report);
}

function checkEdits(
  { edits, replacements, preHash, mode }: PlannedFile,
  report: (fault: string) => void,
) {
  if (edits.length === 0 && mode === undefined) report("it has no edits.");
  if (edits.length !== replacements) report("its count of replacements is not that of its edits.");
  let last = 0;
  for (const [index, { start, end, text }] of edits.entries()) {
    const edit = `edits[${index}]`;
    if (end < start) report(`${edit} ends before it starts.`);
    if (start < last) report(`${edit} overlaps the edit before it, or is in the wrong order.`);
    last = Math.max(last, end);
    if (preHash === null && end > 0) report(`${edit} edits a text that does not exist yet.`);
    if (text.includes("\0")) report(`${edit} has a NUL character: the file would be binary.`);
    if (/\p{Cs}/u.test(text)) report(`${edit} has half of a surrogate pair.`);
  }
}

/** A deletion is one edit, which removes the whole text; the text that it removes is compared later. */
function checkDeletion(
  { edits, superseded, isJoint, postHash }: PlannedFile,
  report: (fault: string) => void,
) {
  if (postHash !== null) return;
  if (isJoint === true) report("it deletes the file, which no other action can have a part in.");
  const [first, ...others] = edits;
  const isOne = others.length === 0 && superseded.length === 0;
  if (!isOne || first?.start !== 0 || first.text !== "")
    report("it deletes the file, and its edits do more than to remove the text.");
}

/** A mode stands there only if it is another one. */
function checkMode({ mode, preHash, postHash }: PlannedFile, report: (fault: string) => void) {
  if (mode === undefined) return;
  if (postHash === null) report("it deletes the file, and gives it a mode.");
  if (preHash === null && mode === PLAIN_MODE) report("it names the mode that a new file has.");
}
