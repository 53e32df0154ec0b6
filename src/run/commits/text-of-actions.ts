import { composeEdits } from "../../edit/text/compose-edits.ts";
import { rebaseEdits } from "../../edit/text/rebase-edits.ts";
import { splice } from "../../edit/text/splice.ts";
import type { TextEdit } from "../../model/edit.ts";
import { type FileMode, modeAfter } from "../../model/patch/file-mode.ts";
import { hasHash } from "../../shared/sha256.ts";

/** One write of a file: by one action, or by many together. All edits count in the text before the write. */
export interface FileWriteStep {
  readonly preHash: string | null;
  /** null if it deletes the file. */
  readonly postHash: string | null;
  readonly parts: {
    readonly action: string;
    readonly edits: readonly TextEdit[];
    readonly mode?: FileMode | undefined;
  }[];
}

/** The writes of a run in one file, in their order. */
export interface FileSteps {
  /** The text before the first of them; empty for a new file. */
  readonly before: string;
  readonly steps: readonly FileWriteStep[];
}

/** A text, and the edits that make of it the text that the run left so far. */
interface Track {
  readonly text: string;
  readonly rest: readonly TextEdit[];
  /** False if the file does not exist. */
  readonly exists: boolean;
}

/**
 * Returns the text of a file with the edits of some actions only, null if the file does not exist with them. Undefined
 * if that is not certain: one of them rests on an edit of another action that is not among them, or the edits do not
 * make the text that was written.
 */
export function textOfActions(
  { before, steps }: FileSteps,
  isIncluded: (action: string) => boolean,
): string | null | undefined {
  let track: Track | undefined = { text: before, rest: [], exists: steps[0]?.preHash !== null };
  for (const { preHash, postHash, parts } of steps) {
    const included = parts.filter(({ action }) => isIncluded(action));
    const others = parts.filter(({ action }) => !isIncluded(action));
    if (included.length > 0) {
      if (track.exists !== (preHash !== null)) return undefined;
      if (postHash === null && track.rest.length > 0) return undefined; // It deletes another text.
    }
    const exists = included.length > 0 ? postHash !== null : track.exists;
    track = afterWrite({ ...track, exists }, editsOf(included), editsOf(others));
    if (track === undefined) return undefined;
  }
  const last = steps.at(-1);
  if (last !== undefined && !hasHash(splice(track.text, track.rest), last.postHash))
    return undefined;
  return track.exists ? track.text : null;
}

/** Returns the mode that some actions give a file; undefined if it keeps its own. */
export function modeOfActions(
  { steps }: Pick<FileSteps, "steps">,
  isIncluded: (action: string) => boolean,
): FileMode | undefined {
  return steps
    .flatMap(({ preHash, postHash, parts }) =>
      parts
        .filter(({ action }) => isIncluded(action))
        .map(({ mode }) => ({ preHash, postHash, mode })),
    )
    .reduce<FileMode | undefined>(modeAfter, undefined);
}

function editsOf(parts: FileWriteStep["parts"]): readonly TextEdit[] {
  const edits = parts.flatMap((part) => part.edits);
  return parts.length < 2 ? edits : edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

function afterWrite(
  track: Track,
  included: readonly TextEdit[],
  others: readonly TextEdit[],
): Track | undefined {
  const moved = withEdits(track, included);
  const later = rebaseEdits(others, included);
  if (moved === undefined || later === undefined) return undefined;
  if (later.length === 0) return moved;
  return { ...moved, rest: composeEdits(moved.text, named(moved.rest), named(later)) };
}

/**
 * Adds edits of the text that the run left to a track. Undefined if one overlaps an edit that is left out, or stands at
 * a place where one has removed text, so that its place without it is not certain.
 */
function withEdits({ text, rest, exists }: Track, edits: readonly TextEdit[]): Track | undefined {
  if (rest.length === 0) return { text: splice(text, edits), rest, exists };
  const own: TextEdit[] = [];
  const left: TextEdit[] = [];
  let [shiftOfRest, shiftOfOwn, at] = [0, 0, 0];
  const takeRest = (edit: TextEdit) => {
    left.push({ start: edit.start + shiftOfOwn, end: edit.end + shiftOfOwn, text: edit.text });
    shiftOfRest += edit.text.length - (edit.end - edit.start);
    at += 1;
  };
  for (const { start, end, text: inserted } of edits) {
    for (let edit = rest[at]; edit !== undefined; edit = rest[at]) {
      const from = edit.start + shiftOfRest;
      const to = from + edit.text.length;
      if (to > start || (to === start && from === start && end === start)) break;
      takeRest(edit);
    }
    const next = rest[at];
    const from = next === undefined ? Number.POSITIVE_INFINITY : next.start + shiftOfRest;
    if (from < end || (from === start && next?.text === "")) return undefined;
    own.push({ start: start - shiftOfRest, end: end - shiftOfRest, text: inserted });
    shiftOfOwn += inserted.length - (end - start);
  }
  for (const edit of rest.slice(at)) takeRest(edit);
  return { text: splice(text, own), rest: left, exists };
}

/** Gives edits the name of an op, which `composeEdits` keeps. */
function named(edits: readonly TextEdit[]) {
  return edits.map((edit) => ({ ...edit, opId: "" }));
}
