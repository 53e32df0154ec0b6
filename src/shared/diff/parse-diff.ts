import type { Hunk } from "../../model/patch/hunk.ts";
import { definedOnly } from "../defined-only.ts";
import { isHunkHead, readHunk } from "./read-hunk.ts";
import { splitLines } from "./split-lines.ts";

/** A change of whole lines. Every line has its line end; the last of a file may have none. */
export interface LineChange {
  /** The first line that is replaced, or before which lines come; from 0. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The diff of one file, parsed. */
export interface FileDiff {
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  /** The modes of git before and afterwards; of a new file, the one afterwards. Absent if they are not written. */
  readonly oldMode?: string;
  readonly newMode?: string;
  /** In the order of the file. */
  readonly changes: readonly LineChange[];
  /** Lines that stay, by their number before the change; from 0. */
  readonly kept: ReadonlyMap<number, string>;
}

/**
 * Parses the diff of one file, as reports have it. Undefined if it is not one: lines that its hunks do not count, hunks
 * out of order, more than one file.
 */
export function parseDiff(text: string): FileDiff | undefined {
  const lines = splitLines(text);
  const first = lines.findIndex(isHunkHead);
  const header = first === -1 ? lines : lines.slice(0, first);
  const files = header.filter((line) => line.startsWith("diff --git "));
  if (files.length > 1) return undefined;
  const body = parseHunks(first === -1 ? [] : lines.slice(first));
  if (body === undefined) return undefined;
  const modeIn = (...words: readonly string[]) =>
    words.flatMap((word) => header.flatMap((line) => afterWord(line, `${word} `) ?? []))[0];
  return {
    isNew: header.some((line) => line.startsWith("new file mode ")),
    isDeleted: header.some((line) => line.startsWith("deleted file mode ")),
    ...definedOnly({ oldMode: modeIn("old mode"), newMode: modeIn("new mode", "new file mode") }),
    ...body,
  };
}

function afterWord(line: string, word: string): string | undefined {
  return line.startsWith(word) ? line.slice(word.length).trimEnd() : undefined;
}

function parseHunks(lines: readonly string[]): Pick<FileDiff, "changes" | "kept"> | undefined {
  const changes: LineChange[] = [];
  const kept = new Map<number, string>();
  for (let [at, line] = [0, 0]; at < lines.length; ) {
    const read = readHunk(lines, at);
    if ("fault" in read || read.hunk.start < line) return undefined;
    line = addHunk(read.hunk, changes, kept);
    at = read.next;
  }
  return { changes, kept };
}

/** Adds the changes of a hunk. Returns the first line after it. */
function addHunk({ start, lines }: Hunk, changes: LineChange[], kept: Map<number, string>): number {
  let line = start;
  let change: { start: number; removed: string[]; added: string[] } | undefined;
  for (const { sign, text } of lines)
    if (sign === " ") {
      kept.set(line, text);
      line += 1;
      change = undefined;
    } else {
      if (change === undefined) {
        change = { start: line, removed: [], added: [] };
        changes.push(change);
      }
      if (sign === "+") change.added.push(text);
      else {
        change.removed.push(text);
        line += 1;
      }
    }
  return line;
}
