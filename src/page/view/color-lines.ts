import type { Range } from "../../shared/diff/changed-words.ts";
import { changesOf, pairsOf } from "./changes.ts";
import type { DiffLine, Hunk } from "./diff-lines.ts";
import { highlightLines } from "./highlight.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import type { Token } from "./token-collector.ts";

/** Returns the stretches of each line of a hunk: colors of its language, and the words that differ. */
export function colorLines(
  hunk: Hunk,
  language: string,
): ReadonlyMap<DiffLine, readonly Segment[]> {
  const tokens = new Map<DiffLine, readonly Token[]>();
  // Each side is read as one text, because a string or a comment may go over several lines.
  for (const side of ["added", "removed"] as const) {
    const lines = hunk.lines.filter(({ kind }) => kind === side || kind === "kept");
    const colors = highlightLines(
      lines.map(({ text }) => text),
      language,
    );
    for (const [index, line] of lines.entries()) tokens.set(line, colors[index] ?? []);
  }
  const marks = marksOf(hunk);
  return new Map(
    hunk.lines.map((line) => [line, segmentsOf(tokens.get(line) ?? [], marks.get(line) ?? [])]),
  );
}

function marksOf(hunk: Hunk): ReadonlyMap<DiffLine, readonly Range[]> {
  const marks = new Map<DiffLine, readonly Range[]>();
  for (const { removed, added } of changesOf(hunk.lines))
    for (const [at, { index, words }] of pairsOf({ removed, added })) {
      const [before, after] = [removed[at], added[index]];
      if (before !== undefined) marks.set(before, words.removed);
      if (after !== undefined) marks.set(after, words.added);
    }
  return marks;
}
