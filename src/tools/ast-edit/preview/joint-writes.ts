import { createEditDiffs } from "../../../edit/text/diff-of-edits.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { JointWrite } from "../../../model/action/action-preview.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { CommitNote, FileRead } from "../../../model/workspace.ts";
import { once } from "../../../shared/once.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { commitChanges, type ReadyFile } from "../../changes/commit-changes.ts";
import { sizeOf } from "../../changes/file-preview.ts";
import { moveAlong } from "../facts/file-change.ts";
import type { FileTrack } from "./file-track.ts";
import { type Applying, findEdits } from "./track-of.ts";
import { unreadFile } from "./written-elsewhere.ts";

/** The joint writes of one call, by path. */
export class JointWrites {
  readonly #byPath = new Map<string, FileJointWrite>();

  /** Returns the joint write that the changes of an action belong to, if any. */
  of([change]: readonly FileChange[]): FileJointWrite | undefined {
    if (change?.isJoint !== true) return undefined;
    const known = this.#byPath.get(change.path);
    const joint = known ?? new FileJointWrite();
    if (known === undefined) this.#byPath.set(change.path, joint);
    joint.add(change);
    return joint;
  }
}

/** The write of all accepted changes of a call in one file: its cost grows with the file and the changes. */
class FileJointWrite implements JointWrite {
  #all = 0;
  #accepted: readonly FileChange[] = [];
  #written: Promise<ReadonlyMap<FileChange, FileChange>> | undefined;

  add(_change: FileChange): void {
    this.#all += 1;
  }

  accept(changes: readonly FileChange[]): void {
    this.#accepted = [...changes].sort((a, b) => placeOf(a) - placeOf(b));
    this.#written = undefined;
  }

  /** Writes the accepted changes if it is the first of them. Returns undefined for a change that is none of them. */
  async apply(
    [change]: readonly FileChange[],
    note: CommitNote,
    applying: Applying,
  ): Promise<readonly FileChange[] | undefined> {
    if (change === undefined) return undefined;
    this.#written ??= this.#write(note, applying);
    const written = (await this.#written).get(change);
    return written && [written];
  }

  /** Returns a function that forgets the writes from now on, because none of them was made. */
  checkpoint(): () => void {
    const written = this.#written;
    return () => {
      this.#written = written;
    };
  }

  async #write(note: CommitNote, applying: Applying): Promise<ReadonlyMap<FileChange, FileChange>> {
    const changes = this.#accepted;
    const [first] = changes;
    if (first === undefined) return new Map();
    const whole = {
      ...first,
      edits: changes.flatMap(({ edits }) => edits),
      superseded: [],
      diff: "",
    };
    const expected = changes.length === this.#all ? first.postHash : undefined;
    const label = `AST Edit: ${sizeOf([whole])}`;
    const [file] = await commitChanges<JointFile>([whole], { ...note, label }, applying, {
      editAgain: (change, read) => editAgain(change, read, expected, applying),
      onWritten: ([written]) => {
        if (written === undefined) return;
        const advanced = written.track.advance(whole.edits, written.change.postHash);
        applying.tracks.set(whole.path, advanced);
      },
    });
    return file === undefined ? new Map() : writtenChanges(changes, file, applying.record);
  }
}

/** A file with all accepted changes of a call. */
interface JointFile extends ReadyFile {
  readonly track: FileTrack;
}

/**
 * Returns the accepted changes on the current text, or undefined if they are not those that were previewed: `expected`
 * is the hash after all changes of the call, if all were accepted.
 */
function editAgain(
  change: FileChange,
  read: FileRead,
  expected: string | null | undefined,
  applying: Applying,
): JointFile | undefined {
  const found = findEdits(change, read, applying);
  if (found === undefined) return undefined;
  const { track, edits } = found;
  const { hash } = found.read;
  const elsewhere = applying.record?.resultOf(change, hash, edits);
  if (elsewhere !== undefined) {
    const written = { ...change, preHash: hash, postHash: elsewhere.postHash, edits };
    return unreadFile({ change: written, track }, found);
  }
  const { text } = found.read;
  const after = splice(text, edits);
  const postHash = sha256(after);
  const isOther = expected !== undefined && postHash !== expected;
  if (hash === change.preHash && isOther) return undefined;
  return { change: { ...change, preHash: hash, postHash, edits }, before: text, after, track };
}

/** Returns each change as it was written: its edit counts in the text before the write. */
function writtenChanges(
  changes: readonly FileChange[],
  file: JointFile,
  record: Applying["record"],
): ReadonlyMap<FileChange, FileChange> {
  const { path, preHash, postHash, edits: placed } = file.change;
  const diffs = once(() => createEditDiffs(path, file.before));
  let at = 0;
  return new Map(
    changes.map((change): [FileChange, FileChange] => {
      const edits: readonly Replacement[] = placed.slice(at, at + change.edits.length);
      at += change.edits.length;
      const [edit] = edits;
      if (edit === undefined || change.preHash === preHash)
        return [change, change.postHash === postHash ? change : { ...change, postHash }];
      const superseded = change.superseded.map((lost) => moveAlong(lost, change.edits, edits));
      const { diff, regions, additions, deletions } =
        record?.resultOf(change, preHash, edits) ?? diffs()(edit);
      const made = { diff, regions, additions, deletions };
      return [change, { ...change, preHash, postHash, edits, superseded, ...made }];
    }),
  );
}

function placeOf({ edits: [edit] }: FileChange): number {
  return edit?.start ?? 0;
}
