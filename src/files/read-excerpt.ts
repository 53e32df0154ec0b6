import { isUtf8 } from "node:buffer";
import { OUTPUT_CAP } from "../model/tool.ts";
import type { PartRead } from "../model/workspace.ts";
import { MAX_FILE_BYTES } from "./decode-text.ts";

/** The bytes that are read at a time on the way to a line. */
const CHUNK = 65_536;

/** The part of a file that is wanted. */
export interface ExcerptRequest {
  /** The first line, from 1. Default: 1. */
  readonly offset?: number;
  /** The number of lines. Default: all. */
  readonly limit?: number;
  /** The most bytes. Default: {@link OUTPUT_CAP}. */
  readonly cap?: number;
}

/** A part of a file's text. */
export interface Excerpt {
  readonly kind: "text";
  /** Whole characters; a BOM is the first one. */
  readonly text: string;
  /** The size of the file in bytes. */
  readonly total: number;
  /**
   * The line at which to resume: the one in which the cap cut, or the next one if it cut in the first line of the
   * request. Absent if it did not cut.
   */
  readonly nextLine?: number;
  /** A line whose rest cannot be read, because the line alone is longer than the cap. */
  readonly overlongLine?: number;
}

export type ExcerptRead =
  | Excerpt
  /** The file has fewer lines than `offset`. */
  | { readonly kind: "past-end"; readonly lines: number }
  /** The line lies after the part that is searched for it; `searched` is the size of that part in bytes. */
  | { readonly kind: "too-far"; readonly searched: number }
  | Extract<PartRead, { kind: "unusable" }>;

/** Reads at most `length` bytes of a file from `start` on. */
type ReadPart = (start: number, length: number) => PartRead;

/**
 * Reads some lines of a file, as many as fit under the cap, cut between two characters (F4). A file of any size costs
 * no more than the cap and, in pieces, the text before the first line, of which 10 MiB are searched.
 *
 * A file is binary if there is a NUL byte in the bytes that were read, or invalid UTF-8 in the excerpt (F8).
 */
export function readExcerpt(
  readPart: ReadPart,
  { offset = 1, limit = Infinity, cap = OUTPUT_CAP }: ExcerptRequest = {},
): ExcerptRead {
  const start = findLine(readPart, offset);
  if (start.kind !== "at") return start;
  const read = readPart(start.at, cap + 1); // One more byte shows if the cut falls between two characters.
  if (read.kind === "unusable") return read;
  const fault = findFault(read.bytes, start.at);
  if (fault !== undefined) return fault;
  const wanted = firstLines(read.bytes, limit);
  const isCut = wanted.length > cap;
  const part = isCut ? wanted.subarray(0, characterStart(wanted, cap)) : wanted;
  if (!isUtf8(part)) return { kind: "unusable", why: "not-utf8" };
  const excerpt = { kind: "text", text: Buffer.from(part).toString(), total: read.total } as const;
  if (!isCut) return excerpt;
  const whole = countLineEnds(part);
  if (whole > 0) return { ...excerpt, nextLine: offset + whole };
  return { ...excerpt, nextLine: offset + 1, overlongLine: offset };
}

/** Finds the beginning of a line, in bytes. */
function findLine(
  readPart: ReadPart,
  line: number,
): { readonly kind: "at"; readonly at: number } | Exclude<ExcerptRead, Excerpt> {
  let missing = line - 1;
  for (let at = 0; missing > 0; at += CHUNK) {
    if (at >= MAX_FILE_BYTES) return { kind: "too-far", searched: at };
    const read = readPart(at, CHUNK);
    if (read.kind === "unusable") return read;
    const fault = findFault(read.bytes, at);
    if (fault !== undefined) return fault;
    let found = -1;
    while (missing > 0) {
      const next = read.bytes.indexOf(0x0a, found + 1);
      if (next === -1) break;
      found = next;
      missing -= 1;
    }
    const end = at + read.bytes.length;
    // After the last line end there is no line.
    if (missing === 0 && at + found + 1 < read.total) return { kind: "at", at: at + found + 1 };
    if (end >= read.total || read.bytes.length === 0)
      return { kind: "past-end", lines: line - 1 - missing + (endsInLineEnd(read.bytes) ? 0 : 1) };
  }
  return { kind: "at", at: 0 };
}

function endsInLineEnd(bytes: Uint8Array): boolean {
  return bytes.length === 0 || bytes.at(-1) === 0x0a;
}

function findFault(
  bytes: Uint8Array,
  at: number,
): Extract<PartRead, { kind: "unusable" }> | undefined {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (at === 0 && isUtf16) return { kind: "unusable", why: "not-utf8", detail: "UTF-16" };
  return bytes.includes(0) ? { kind: "unusable", why: "binary" } : undefined;
}

function firstLines(bytes: Uint8Array, count: number): Uint8Array {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const next = bytes.indexOf(0x0a, end);
    if (next === -1) return bytes;
    end = next + 1;
  }
  return bytes.subarray(0, end);
}

/** Returns the beginning of the character that has a byte at `index`. A character has at most four bytes. */
function characterStart(bytes: Uint8Array, index: number): number {
  let start = index;
  while (start > index - 3 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
