import { splice } from "../../../edit/text/splice.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { TextStore } from "../../../model/text-store.ts";
import type { FileRead } from "../../../model/workspace.ts";
import { hasHash } from "../../../shared/sha256.ts";
import { readLater } from "../../../shared/spill/read-later.ts";
import type { ReadyFile } from "../../changes/commit-changes.ts";
import { spillChange } from "../../changes/spilled-change.ts";
import { moveAlong } from "../facts/file-change.ts";
import type { CallRecord } from "../search/call-environment.ts";
import type { FileTrack } from "./file-track.ts";

/** A file of a preview as it is now. */
export interface FoundEdits {
  /** Its text may be read on demand. */
  readonly read: Extract<FileRead, { kind: "text" }>;
  readonly track: FileTrack;
  /** The edits at their current places. */
  readonly edits: readonly Replacement[];
}

/** The means to know what another machine has written. */
interface Elsewhere {
  readonly record?: Pick<CallRecord, "resultOf"> | undefined;
  readonly texts?: TextStore | undefined;
}

/** A file of an apply without its texts. */
type UnreadFile = Omit<ReadyFile, "before" | "after"> & { readonly track: FileTrack };

/** Returns a change as another machine has written it on the same text; undefined if that is not known. */
export function writtenElsewhere(
  change: FileChange,
  found: FoundEdits,
  { record, texts }: Elsewhere,
): (ReadyFile & UnreadFile) | undefined {
  const { edits, track } = found;
  const { hash: preHash } = found.read;
  const result = record?.resultOf(change, preHash, edits);
  if (result === undefined) return undefined;
  if (result === change) return unreadFile({ change, track }, found);
  const superseded = change.superseded.map((lost) => moveAlong(lost, change.edits, edits));
  const { postHash, diff, regions, additions, deletions } = result;
  const made = { postHash, diff, regions, additions, deletions };
  const written = spillChange({ ...change, preHash, edits, superseded, ...made }, texts);
  return unreadFile({ change: written, track }, found);
}

/** Returns the file with texts that are made only if a reader asks for them. */
export function unreadFile(file: UnreadFile, { read, edits }: FoundEdits): ReadyFile & UnreadFile {
  const { path, postHash } = file.change;
  return readLater<ReadyFile & UnreadFile, "before" | "after">(
    { ...file, before: "", after: "" },
    ["before", "after"],
    {
      before: () => read.text,
      after() {
        const after = splice(read.text, edits);
        if (hasHash(after, postHash)) return after;
        throw new Error(`The edits of ${path} do not make the text that another machine states.`);
      },
    },
  );
}
