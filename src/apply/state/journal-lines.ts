import { sha256 } from "../../shared/sha256.ts";
import { type JournalRecord, recordSchema } from "./journal-record.ts";

/**
 * The journal of a run: one record a line, each after the first eight digits of its sha256. A line that was cut or
 * overwritten does not match its digits; it does not count, and neither does anything after it.
 */

/** Returns a record as a line of the journal. */
export function writeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** A journal that was read. */
export interface ReadJournal {
  readonly records: readonly JournalRecord[];
  /** The length of the records; bytes. Anything after them does not count. */
  readonly length: number;
  /** The number of the first line that is damaged, from 1, and not only cut by a crash. Records after it are lost. */
  readonly damagedLine?: number | undefined;
}

/** Parses records up to the first invalid line. */
export function parseJournal(bytes: Uint8Array): ReadJournal {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: JournalRecord[] = [];
  let length = 0;
  for (;;) {
    const end = buffer.indexOf(10, length);
    if (end === -1) break;
    const record = parseRecord(buffer.toString("utf8", length, end));
    if (record === undefined) break;
    records.push(record);
    length = end + 1;
  }
  // A line that a crash cuts has no line end. An invalid line with one was damaged later.
  const isDamaged = buffer.indexOf(10, length) !== -1;
  return { records, length, damagedLine: isDamaged ? records.length + 1 : undefined };
}

function parseRecord(line: string): JournalRecord | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksum(json)} `) return undefined;
  return recordSchema().safeParse(parseJson(json)).data;
}

/** Returns undefined for what is not JSON: the line was made by hand, as its checksum is right. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function checksum(json: string): string {
  return sha256(json).slice(0, 8);
}
