import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { UnprovedAction } from "../../model/past/recovered-run.ts";
import { parseJournal } from "./journal-lines.ts";
import {
  actionsOf,
  type BeginRecord,
  type JournalRecord,
  type WrittenAction,
} from "./journal-record.ts";
import { JournalTexts } from "./journal-texts.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** A past run, read from its journal. */
export interface PastRun {
  readonly folder: RunFolder;
  /** The first record; undefined if the journal is empty or its first line is cut. The run has written nothing then. */
  readonly run: Extract<JournalRecord, { kind: "run" }> | undefined;
  readonly records: readonly JournalRecord[];
  /** The length of the records in the journal; bytes. */
  readonly length: number;
  /** See {@link ReadJournal}. */
  readonly damagedLine?: number | undefined;
  readonly texts: JournalTexts;
}

/** The largest journal that is read, or written (run-journal.ts); bytes. */
export const MAX_JOURNAL = 512 * 1024 * 1024;

/** Reads the journal of a run, up to the place at which it was cut. Throws if it cannot be read. */
export function readRun(folder: RunFolder): PastRun {
  const journal = parseJournal(readJournal(join(folder.path, RUN_FILES.journal)));
  const { records, length, damagedLine } = journal;
  const first = records[0];
  const texts = new JournalTexts(records, join(folder.path, RUN_FILES.images));
  const run = first?.kind === "run" ? first : undefined;
  return { folder, run, records, length, damagedLine, texts };
}

/**
 * Returns why the journal of a run does not have all of its writes, in words that follow the name of the run; undefined
 * if it is whole. The last record of an ended run is its end.
 */
export function journalGap({ folder, records, damagedLine }: PastRun): string | undefined {
  if (damagedLine !== undefined)
    return `cannot be followed: line ${damagedLine} of its journal is damaged`;
  const isCut = !folder.isOpen && records.at(-1)?.kind !== "end";
  return isCut ? "cannot be followed: the end of its journal is missing" : undefined;
}

/** Returns the transactions without an outcome in the journal, the last first. */
export function unfinished(records: readonly JournalRecord[]): readonly BeginRecord[] {
  const ended = indexesOf(records, "done", "rolled-back");
  return records
    .flatMap((record) => (record.kind === "begin" && !ended.has(record.index) ? [record] : []))
    .reverse();
}

/** Returns the transactions that were done, in order. */
export function finished(records: readonly JournalRecord[]): readonly BeginRecord[] {
  const done = indexesOf(records, "done");
  return records.flatMap((record) =>
    record.kind === "begin" && done.has(record.index) ? [record] : [],
  );
}

/** Returns the actions that were done and that no later transaction of the run took back, in order. */
export function standingActions(records: readonly JournalRecord[]): readonly WrittenAction[] {
  let standing: readonly WrittenAction[] = [];
  for (const begin of finished(records)) {
    const { takesBack = [] } = begin;
    const left = standing.filter(({ action }) => !takesBack.includes(action.id));
    standing = [...left, ...actionsOf(begin)];
  }
  return standing;
}

/** Returns the standing actions that a check was still to prove, in order. */
export function unprovedActions(records: readonly JournalRecord[]): readonly UnprovedAction[] {
  const missing = new Map<string, readonly string[]>();
  for (const record of records) {
    if (record.kind === "begin")
      for (const { action } of actionsOf(record))
        if (action.checks !== undefined) missing.set(action.id, action.checks);
    if (record.kind === "proved" || record.kind === "awaits")
      for (const id of record.actions) {
        const others = missing.get(id)?.filter((check) => check !== record.check) ?? [];
        missing.set(id, record.kind === "proved" ? others : [...others, record.check]);
      }
  }
  return standingActions(records).flatMap(({ action: { id, label }, files }) => {
    const checks = missing.get(id) ?? [];
    return checks.length === 0 ? [] : [{ id, label, checks, files: files.map(({ path }) => path) }];
  });
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
    const { code } = error as NodeJS.ErrnoException; // Node's `fs` throws only these.
    if (code === "ENOENT") return new Uint8Array();
    if (code === "ELOOP") throw new Error("its journal is a link");
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("its journal is not a regular file");
    if (stats.size > MAX_JOURNAL)
      throw new Error("its journal is larger than any that Sluice writes");
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
