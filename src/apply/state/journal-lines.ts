import { parseJson } from "../../shared/json/parse-json.ts";
import { sha256 } from "../../shared/sha256.ts";
import { type JournalRecord, recordSchema } from "./journal-record.ts";

/**
 * A journal: one record a line, each after the first eight digits of its sha256. A line that was cut or overwritten
 * does not match its digits; it does not count, and neither does anything after it.
 */

/** Returns a record as a line of a journal. */
export function lineOf(record: object): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** Returns a record as a line of the journal of a run. */
export function writeRecord(record: JournalRecord): string {
  return lineOf(record);
}

/** A journal that was read. */
export interface ReadLines<Row> {
  readonly records: readonly Row[];
  /** The length of the records; bytes. Anything after them does not count. */
  readonly length: number;
  /** The number of the first line that is damaged, from 1, and not only cut by a crash. Records after it are lost. */
  readonly damagedLine?: number | undefined;
}

/** The journal of a run that was read. */
export type ReadJournal = ReadLines<JournalRecord>;

/** Parses the records of the journal of a run up to the first invalid line. */
export function parseJournal(bytes: Uint8Array): ReadJournal {
  return parseLines(bytes, (raw) => recordSchema().safeParse(raw).data);
}

/** Parses records up to the first invalid line; `parse` returns undefined for what is no record. */
export function parseLines<Row>(
  bytes: Uint8Array,
  parse: (raw: unknown) => Row | undefined,
): ReadLines<Row> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: Row[] = [];
  let length = 0;
  for (;;) {
    const end = buffer.indexOf(10, length);
    if (end === -1) break;
    const raw = parseLine(buffer.toString("utf8", length, end));
    const record = raw === undefined ? undefined : parse(raw);
    if (record === undefined) break;
    records.push(record);
    length = end + 1;
  }
  // A line that a crash cuts has no line end. An invalid line with one was damaged later.
  const isDamaged = buffer.indexOf(10, length) !== -1;
  return { records, length, damagedLine: isDamaged ? records.length + 1 : undefined };
}

function parseLine(line: string): unknown {
  const json = line.slice(9);
  // What is not JSON although its checksum is right was made by hand.
  return line.slice(0, 9) === `${checksum(json)} ` ? parseJson(json) : undefined;
}

function checksum(json: string): string {
  return sha256(json).slice(0, 8);
}
