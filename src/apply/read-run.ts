import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  readonly texts: JournalTexts;
}

/** A journal that is larger was not written by Sluice, which keeps texts beside it; bytes. */
const MAX_JOURNAL = 512 * 1024 * 1024;

/** Reads the journal of a run, up to where it was cut. */
export function readRun(folder: RunFolder): PastRun {
  const { records, length } = parseJournal(readJournal(join(folder.path, RUN_FILES.journal)));
  const first = records[0];
  const texts = new JournalTexts(records, join(folder.path, RUN_FILES.images));
  return { folder, run: first?.kind === "run" ? first : undefined, records, length, texts };
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
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Uint8Array();
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_JOURNAL) return new Uint8Array();
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
