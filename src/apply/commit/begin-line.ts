import { type ActionNote, type BeginRecord, writeRecord } from "../state/journal-record.ts";
import type { CheckedWrites } from "./checked-writes.ts";

/** The parts of the record of a transaction that do not come from its files. */
export interface BeginNote extends Pick<BeginRecord, "index" | "token"> {
  readonly note: ActionNote;
  /** Folders that it removes if they are empty then; relative to the root, the outer before the inner. */
  readonly emptied: readonly string[];
}

/** Returns the line of the journal that a transaction begins with. */
export function beginLine(
  { index, token, note, emptied }: BeginNote,
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
  };
  return Buffer.from(writeRecord(record));
}
