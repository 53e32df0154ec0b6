import { z } from "zod";
import { sha256 } from "../../shared/sha256.ts";

/**
 * The journal of a run: one record a line, each behind the first eight digits of its sha256, so that a line that
 * was cut, or written over, is told from one that is whole. What follows such a line counts for nothing.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const offset = z.int().min(0);
const path = z.string().min(1).max(4096);

const fileSchema = z.strictObject({
  path,
  /** null: there was no file. */
  preHash: hash.nullable(),
  /** null: there is no file afterwards. */
  postHash: hash.nullable(),
  /** Bits of the file before. */
  mode: z.int().min(0).max(0o7777).optional(),
  /**
   * Where the text before begins in `images`, and its length; bytes. Absent where it is already there, or is what
   * earlier edits of the run have made.
   */
  image: z.tuple([offset, offset]).optional(),
  /** UTF-16 offsets into the text before, and what stands there afterwards. */
  edits: z.array(z.tuple([offset, offset, z.string()])),
});

/** Who wanted a transaction, and why. */
const actionSchema = z.strictObject({
  /** Of the pending action. */
  id: z.string(),
  label: z.string(),
  recipe: z.string().optional(),
  step: z.string().optional(),
  reason: z.string(),
});

const recordSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("run"),
    formatVersion: z.literal("1.0"),
    id: z.string(),
    command: z.string(),
    startedAt: z.string(),
    recipes: z.array(z.string()),
    /** The run that this one takes back. */
    undoes: z.string().optional(),
    /** The run whose conversations this one goes on with. */
    resumes: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal("begin"),
    /** Counts the transactions of the run from 0. */
    index: offset,
    action: actionSchema,
    /** Part of the names of the temporary files. */
    token: z.string().regex(/^[0-9a-f]{12}$/),
    files: z.array(fileSchema),
    /** Folders that have to be made, the outer before the inner. */
    folders: z.array(path),
  }),
  z.strictObject({
    kind: z.literal("done"),
    index: offset,
    by: z.enum(["run", "recover"]),
  }),
  z.strictObject({
    kind: z.literal("rolled-back"),
    index: offset,
    by: z.enum(["run", "recover"]),
    /** Files that somebody else had changed, and that were left alone. */
    left: z.array(z.strictObject({ path, why: z.string() })),
  }),
  /** Code of a recipe was run to apply an action: nobody knows what it wrote. */
  z.strictObject({ kind: z.literal("foreign"), action: actionSchema }),
  /** The run has ended, and nothing of it is unfinished. */
  z.strictObject({ kind: z.literal("end"), by: z.enum(["run", "recover"]) }),
]);

/** One line of a journal. */
export type JournalRecord = z.infer<typeof recordSchema>;

/** A transaction as its journal has it. */
export type BeginRecord = Extract<JournalRecord, { kind: "begin" }>;

/** A file of a transaction as its journal has it. */
export type JournalFile = BeginRecord["files"][number];

/** Who wanted a transaction, and why. */
export type ActionNote = z.infer<typeof actionSchema>;

/** The record as a line. */
export function writeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** A journal that was read. */
export interface ReadJournal {
  readonly records: readonly JournalRecord[];
  /** How many bytes the records take; what stands behind them counts for nothing. */
  readonly length: number;
  /**
   * The line that is no record, counted from 1, where it is not the end that was cut: this is a damage, and nobody
   * knows what is missing.
   */
  readonly damagedLine?: number;
}

/** Reads records up to the first line that is none. */
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
  // What a crash cuts has no end: a line that has one, and is no record, was spoilt later.
  const isDamaged = buffer.indexOf(10, length) !== -1;
  return { records, length, ...(isDamaged ? { damagedLine: records.length + 1 } : {}) };
}

function parseRecord(line: string): JournalRecord | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksum(json)} `) return undefined;
  try {
    return recordSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined; // Its checksum is right, and it is no JSON: somebody made it by hand.
  }
}

function checksum(json: string): string {
  return sha256(json).slice(0, 8);
}
