import type { FileChange } from "../../../model/action/preview.ts";
import type { CommitNote, FileRead } from "../../../model/workspace.ts";
import { commitChanges, type ReadyFile } from "../../changes/commit-changes.ts";
import { spillChange } from "../../changes/spilled-change.ts";
import { textAgain } from "../../proposals/text-again.ts";
import { movedChange } from "../facts/file-change.ts";
import type { FileTrack } from "./file-track.ts";
import { type Applying, findEdits } from "./track-of.ts";
import type { writtenElsewhere } from "./written-elsewhere.ts";

/** A file that is ready, with its track. */
interface TrackedFile extends ReadyFile {
  /** Undefined if a formatter had a part in its change. */
  readonly track: FileTrack | undefined;
}

/**
 * Re-runs the edits of a preview on its files, compares with the preview, and commits (A2); returns the changes as they
 * were written. Edits move if other edits of this run changed a file; any other difference is stale (A18).
 */
export async function applyChanges(
  changes: readonly FileChange[],
  note: CommitNote,
  applying: Applying,
): Promise<readonly FileChange[]> {
  const elsewhere = applying.record && (await import("./written-elsewhere.ts"));
  const files = await commitChanges<TrackedFile>(changes, note, applying, {
    editAgain: (change, read) => editAgain(change, read, applying, elsewhere?.writtenElsewhere),
    onWritten(written) {
      for (const [index, { change, track }] of written.entries()) {
        if (track === undefined || !applying.shared.has(change.path)) continue;
        const advanced = track.advance(changes[index]?.edits ?? [], change.postHash);
        applying.tracks.set(change.path, advanced);
      }
    },
  });
  return files.map(({ change }) => change);
}

/** Returns the change on the current text, or undefined if it is not the one that was previewed. */
function editAgain(
  change: FileChange,
  read: FileRead,
  applying: Applying,
  findWritten: typeof writtenElsewhere | undefined,
): TrackedFile | undefined {
  if (applying.formatted.has(change)) {
    const ready = textAgain(change, read, applying.workspace);
    return ready && { ...ready, track: undefined };
  }
  const found = findEdits(change, read, applying);
  if (found === undefined) return undefined;
  const elsewhere = findWritten?.(change, found, applying);
  if (elsewhere !== undefined) return elsewhere;
  const { track, edits } = found;
  const { text, hash } = found.read;
  const moved = movedChange(change, { text, hash }, edits);
  const isAlike = change.isJoint || moved.change.postHash === change.postHash;
  if (hash === change.preHash && !isAlike) return undefined;
  const written = moved.change === change ? change : spillChange(moved.change, applying.texts);
  return { change: written, after: moved.after, before: text, track };
}
