import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { definedOnly } from "../../shared/defined-only.ts";
import { type BeginRecord, type JournalRecord, parseJournal } from "./journal-record.ts";
import { JournalTexts } from "./journal-texts.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** A run as its journal has it. */
export interface PastRun {
  readonly folder: RunFolder;
  /** Undefined where the journal is empty, or cut before its first line ended: nothing was written then. */
  readonly run: Extract<JournalRecord, { kind: "run" }> | undefined;
  readonly records: readonly JournalRecord[];
  /** Bytes of the journal that count. */
  readonly length: number;
  /** See {@link ReadJournal}. */
  readonly damagedLine?: number;
  readonly texts: JournalTexts;
}

/** A journal that is larger is not read, and none is written (run-journal.ts); bytes. */
export const MAX_JOURNAL = 512 * 1024 * 1024;

/** Reads the journal of a run, up to where it was cut. Throws where it cannot be read. */
export function readRun(folder: RunFolder): PastRun {
  const journal = parseJournal(readJournal(join(folder.path, RUN_FILES.journal)));
  const { records, length, damagedLine } = journal;
  const first = records[0];
  const texts = new JournalTexts(records, join(folder.path, RUN_FILES.images));
  const run = first?.kind === "run" ? first : undefined;
  return { folder, run, records, length, texts, ...definedOnly({ damagedLine }) };
}

/**
 * Why nobody knows all that a run wrote, in words that follow its name; undefined where its journal is whole. A run
 * that has ended has written that down last.
 */
export function journalGap({ folder, records, damagedLine }: PastRun): string | undefined {
  if (damagedLine !== undefined)
    return `cannot be followed: line ${damagedLine} of its journal is damaged`;
  const isCut = !folder.isOpen && records.at(-1)?.kind !== "end";
  return isCut ? "cannot be followed: the end of its journal is missing" : undefined;
}

/** Transactions of which nobody wrote down how they ended, the last first. */
export function unfinished(records: readonly JournalRecord[]): readonly BeginRecord[] {
  const ended = indexesOf(records, "done", "rolled-back");
  return records
    .flatMap((record) => (record.kind === "begin" && !ended.has(record.index) ? [record] : []))
    .reverse();
}

/** Transactions that were done and stand, in order. */
export function finished(records: readonly JournalRecord[]): readonly BeginRecord[] {
  const done = indexesOf(records, "done");
  return records.flatMap((record) =>
    record.kind === "begin" && done.has(record.index) ? [record] : [],
  );
}

function indexesOf(
  records: readonly JournalRecord[],
  ...kinds: readonly ("done" | "rolled-back")[]
): ReadonlySet<number> {
  return new Set(
    records.flatMap((record) =>
      (record.kind === "done" || record.kind === "rolled-back") && kinds.includes(record.kind)
        ? [record.index]
        : [],
    ),
  );
}

function readJournal(path: string): Uint8Array {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // fs throws these only.
    if (code === "ENOENT") return new Uint8Array();
    if (code === "ELOOP") throw new Error("its journal is a link");
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("its journal is no regular file");
    if (stats.size > MAX_JOURNAL)
      throw new Error("its journal is larger than any that Sluice writes");
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
