import { diffOfEdits } from "../edit/text/diff-of-edits.ts";
import { splice } from "../edit/text/splice.ts";
import { MAX_FILE_BYTES } from "../files/decode-text.ts";
import type { TextChange } from "../model/workspace.ts";
import { sha256 } from "../shared/sha256.ts";
import { shown } from "../shared/shown.ts";
import { singleEdit } from "../shared/single-edit.ts";
import type { PlannedAction, PlannedFile } from "./plan.ts";

/** A file in the tree that a plan changes. */
export interface BaseText {
  /** Undefined if the file is missing. */
  readonly text: string | undefined;
  /** sha256 of its bytes; null if the file is missing. */
  readonly hash: string | null;
}

/** The changes of several actions, one for each file, or the reason that there are none. */
export type ComposedChanges =
  | { readonly kind: "composed"; readonly changes: readonly TextChange[] }
  /** An action rests on another action, which is not among them. */
  | { readonly kind: "rests-on-other"; readonly action: PlannedAction; readonly path: string }
  /** The edits of the plan do not make the result that it states. */
  | { readonly kind: "forged"; readonly fault: string }
  /** A signal came first. */
  | { readonly kind: "stopped" };

/** The number of texts after which the event loop gets a turn. */
const PAUSE_AFTER = 50;

/** The state of a file between two actions. */
interface Track {
  readonly before: BaseText;
  text: string | undefined;
  hash: string | null;
}

/**
 * Composes the changes of actions, from the text in the tree to the text after the last action. Computes every result
 * that the plan states (hash, diff, lines) again and compares it; lets signals and timers through, because large plans
 * take long.
 */
export async function composeChanges(
  actions: readonly PlannedAction[],
  bases: ReadonlyMap<string, BaseText>,
  signal?: AbortSignal,
): Promise<ComposedChanges> {
  const tracks = new Map<string, Track>();
  let made = 0;
  for (const action of actions) {
    for (const file of action.files) {
      made += 1;
      if (made % PAUSE_AFTER === 0) await new Promise(setImmediate);
      if (signal?.aborted) return { kind: "stopped" };
      const before = bases.get(file.path);
      if (before === undefined) throw new Error("A file of the plan was not read from the tree.");
      const track = tracks.get(file.path) ?? { before, ...before };
      tracks.set(file.path, track);
      if (track.hash !== file.preHash) return { kind: "rests-on-other", action, path: file.path };
      const after = makeText(file, track);
      if (typeof after === "object") {
        const fault = `Action ${shown(action.id)}, \`${shown(file.path)}\`: ${after.fault}`;
        return { kind: "forged", fault };
      }
      track.text = after;
      track.hash = file.postHash;
    }
  }
  return { kind: "composed", changes: [...tracks].flatMap(changeOf) };
}

function makeText(file: PlannedFile, track: Track): string | { readonly fault: string } {
  const text = track.text ?? "";
  if ((file.edits.at(-1)?.end ?? 0) > text.length)
    return { fault: "an edit is beyond the end of the file." };
  const after = splice(text, file.edits);
  if (!isWellFormedAround(after, file.edits)) return { fault: "an edit cuts a character in two." };
  if (after.length * 3 > MAX_FILE_BYTES && Buffer.byteLength(after) > MAX_FILE_BYTES)
    return { fault: `the file would be larger than ${MAX_FILE_BYTES} bytes.` };
  if (sha256(after) !== file.postHash)
    return { fault: "the edits do not make the text whose hash the plan states." };
  const actual = diffOfEdits(file.path, track.text, after, file.edits);
  if (actual.diff !== file.diff) return { fault: "the diff is not that of the edits." };
  if (actual.additions !== file.additions || actual.deletions !== file.deletions)
    return { fault: "it counts other lines than the edits change." };
  return after;
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

/** Returns nothing if the actions together leave the file as it was. */
function changeOf([path, { before, text, hash }]: [string, Track]): readonly TextChange[] {
  if (text === undefined || hash === null || hash === before.hash) return [];
  const old = before.text ?? "";
  const edits = [singleEdit(old, text)];
  return [{ path, preHash: before.hash, postHash: hash, before: old, after: text, edits }];
}
