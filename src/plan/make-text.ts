import { type DiffOfEdits, diffOfEdits } from "../edit/text/diff-of-edits.ts";
import { splice } from "../edit/text/splice.ts";
import { MAX_FILE_BYTES } from "../files/decode-text.ts";
import { sha256 } from "../shared/sha256.ts";
import type { PlannedFile } from "./plan.ts";

/** The fault of a plan, in words that follow the action and the file. */
export interface TextFault {
  readonly fault: string;
}

/** The fault of edits that make another text than the plan states. */
export const OTHER_TEXT = "the edits do not make the text whose hash the plan states.";

/** Makes the text that a file of a plan states, and compares it; `before` is undefined for a new file. */
export function makeText(file: PlannedFile, before: string | undefined): string | TextFault {
  const after = editText(before ?? "", file.edits);
  if (typeof after === "object") return after;
  if (sha256(after) !== file.postHash) return { fault: OTHER_TEXT };
  return findDiffFault(file, diffOfEdits(file.path, before, after, file.edits)) ?? after;
}

/** Makes the edits, which are sorted and do not overlap, if the result is a text that may be written. */
export function editText(before: string, edits: PlannedFile["edits"]): string | TextFault {
  if ((edits.at(-1)?.end ?? 0) > before.length)
    return { fault: "an edit is beyond the end of the file." };
  const after = splice(before, edits);
  if (!isWellFormedAround(after, edits)) return { fault: "an edit cuts a character in two." };
  if (after.length * 3 > MAX_FILE_BYTES && Buffer.byteLength(after) > MAX_FILE_BYTES)
    return { fault: `the file would be larger than ${MAX_FILE_BYTES} bytes.` };
  return after;
}

/** Compares the diff that a file of a plan states with the one of its edits. */
export function findDiffFault(file: PlannedFile, actual: DiffOfEdits): TextFault | undefined {
  if (actual.diff !== file.diff) return { fault: "the diff is not that of the edits." };
  if (actual.additions !== file.additions || actual.deletions !== file.deletions)
    return { fault: "it counts other lines than the edits change." };
  return undefined;
}

/** True if no half of a character is at the places of the edits. The rest of the text did not change. */
function isWellFormedAround(after: string, edits: PlannedFile["edits"]): boolean {
  let shift = 0;
  return edits.every(({ start, end, text }) => {
    let from = start + shift - 1;
    let to = start + shift + text.length + 1;
    if (isLow(after.charCodeAt(from))) from -= 1; // The second half of the character before.
    if (isLow(after.charCodeAt(to))) to += 1;
    shift += text.length - (end - start);
    return !/\p{Cs}/u.test(after.slice(Math.max(0, from), to));
  });
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff; // Beyond the text it is NaN, which is neither.
}
