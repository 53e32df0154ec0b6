import type { CommitPart } from "../../model/workspace.ts";
import { writeRecord } from "../state/journal-lines.ts";
import type { ActionNote, BeginRecord } from "../state/journal-record.ts";
import type { CheckedWrites } from "./checked-writes.ts";

/** The extent of a transaction, beside its files. */
export interface CommitExtent {
  /**
   * Folders that it removes if they are empty then; relative to the root, the outer before the inner. Default: none.
   */
  readonly emptied?: readonly string[];
  /** The actions that it writes at once, with their files. Default: one. */
  readonly parts?: readonly CommitPart[] | undefined;
  /** The ids of earlier actions of the run that it takes back. Default: none. */
  readonly takesBack?: readonly string[] | undefined;
}

/** The parts of the record of a transaction that do not come from its files. */
export interface BeginNote extends Pick<BeginRecord, "index" | "token">, CommitExtent {
  readonly note: ActionNote;
}

/** Returns the line of the journal that a transaction begins with. */
export function beginLine(
  { index, token, note, emptied = [], parts, takesBack }: BeginNote,
  {
    files,
    folders,
  }: Pick<CheckedWrites, "folders"> & { readonly files: readonly BeginRecord["files"][number][] },
): Buffer {
  const record: BeginRecord = {
    kind: "begin",
    index,
    action: note,
    token,
    files: [...files],
    folders: [...folders],
    emptied: emptied.length === 0 ? undefined : [...emptied],
    parts: parts && partsOf(parts, files),
    takesBack: takesBack && [...takesBack],
  };
  return Buffer.from(writeRecord(record));
}

function partsOf(
  parts: readonly CommitPart[],
  files: readonly BeginRecord["files"][number][],
): BeginRecord["parts"] {
  const places = new Map(files.map(({ path }, index) => [path, index]));
  return parts.map(({ note, changes }) => {
    return { action: note, files: changes.flatMap(({ path }) => places.get(path) ?? []) };
  });
}
