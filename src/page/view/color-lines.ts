import { type DiffLine, type Hunk, partnersOf } from "./diff-lines.ts";
import { highlightLines } from "./highlight.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import type { Token } from "./token-collector.ts";
import { type Range, wordDiff } from "./word-diff.ts";

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
  for (const [line, partner] of partnersOf(hunk)) {
    if (line.kind !== "removed") continue;
    const { removed, added } = wordDiff(line.text, partner.text);
    marks.set(line, removed).set(partner, added);
  }
  return marks;
}
