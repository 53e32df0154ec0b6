import type { Range } from "../../shared/diff/changed-words.ts";
import { pairLines as pairedLines } from "../../shared/diff/pair-lines.ts";

/** A part of a line; `isChanged` if the other line of its pair has something else there. */
export interface LinePart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The two lines of a changed line, in parts. */
interface ChangedLine {
  readonly removed: readonly LinePart[];
  readonly added: readonly LinePart[];
}

/** Returns for a change of lines which of them are the same line with other words, by the index of the removed line. */
export function pairLines(
  removed: readonly string[],
  added: readonly string[],
): ReadonlyMap<number, { readonly index: number; readonly words: ChangedLine }> {
  const pairs = new Map<number, { readonly index: number; readonly words: ChangedLine }>();
  for (const [at, { index, words }] of pairedLines(removed, added))
    pairs.set(at, {
      index,
      words: {
        removed: partsOf(removed[at] ?? "", words.removed),
        added: partsOf(added[index] ?? "", words.added),
      },
    });
  return pairs;
}

function partsOf(line: string, changed: readonly Range[]): readonly LinePart[] {
  const parts: LinePart[] = [];
  let from = 0;
  for (const [start, end] of changed) {
    parts.push({ text: line.slice(from, start), isChanged: false });
    parts.push({ text: line.slice(start, end), isChanged: true });
    from = end;
  }
  parts.push({ text: line.slice(from), isChanged: false });
  return parts.filter(({ text }) => text !== "");
}
