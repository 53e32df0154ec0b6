import { type DiffOfEdits, diffOfEdits } from "../edit/text/diff-of-edits.ts";
import { splice } from "../edit/text/splice.ts";
import { MAX_FILE_BYTES } from "../files/decode-text.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { hasHash } from "../shared/sha256.ts";
import type { PlannedFile } from "./plan.ts";

/** The fault of a plan, in words that follow the action and the file. */
export interface TextFault {
  readonly fault: string;
}

/** The fault of edits that make another text than the plan states. */
export const OTHER_TEXT = "the edits do not make the text whose hash the plan states.";

/**
 * Makes the text that a file of a plan states, and compares it: undefined for a file that is deleted, as `before` is
 * for a new one.
 */
export function makeText(
  file: PlannedFile,
  before: string | undefined,
): { readonly text: string | undefined } | TextFault {
  const { path, postHash, edits, mode } = file;
  const after = editText(before ?? "", edits);
  if (typeof after === "object") return after;
  if (!hasHash(after, postHash)) return { fault: postHash === null ? NOT_ALL : OTHER_TEXT };
  const text = postHash === null ? undefined : after;
  return findDiffFault(file, diffOfEdits(path, before, text, edits, mode)) ?? { text };
}

/** The fault of a deletion that leaves something. */
const NOT_ALL = "it deletes the file, and its edit does not remove the whole text.";

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

/** Compares the diff and the regions that a file of a plan states with the one of its edits. */
export function findDiffFault(file: PlannedFile, actual: DiffOfEdits): TextFault | undefined {
  if (actual.diff !== file.diff) return { fault: "the diff is not that of the edits." };
  if (actual.additions !== file.additions || actual.deletions !== file.deletions)
    return { fault: "it counts other lines than the edits change." };
  const stated = file.regions?.map(({ before, after }) => ({ before, after }));
  if (stated !== undefined && canonicalJson(stated) !== canonicalJson(actual.regions))
    return { fault: "the regions are not those of the edits." };
  if (file.regions?.some(({ op }, at) => op !== file.edits[at]?.op))
    return { fault: "the regions name other ops than the edits." };
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
