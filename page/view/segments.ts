import type { Range } from "../../src/shared/diff/changed-words.ts";
import type { Token } from "./token-collector.ts";

/** A stretch of a line that looks the same all over. */
export interface Segment {
  readonly text: string;
  /** The class of its colors; empty for plain text. */
  readonly scope: string;
  readonly isMarked: boolean;
}

/** Cuts the colored stretches of a line where marks begin and end. */
export function splitSegments(
  tokens: readonly Token[],
  marks: readonly Range[],
): readonly Segment[] {
  const segments: Segment[] = [];
  let [at, mark] = [0, 0];
  for (const { text, scope } of tokens) {
    const end = at + text.length;
    let from = at;
    while (from < end) {
      while ((marks[mark]?.[1] ?? Number.POSITIVE_INFINITY) <= from) mark += 1;
      const [start, stop] = marks[mark] ?? [end, end];
      const isMarked = start <= from;
      const to = Math.min(end, isMarked ? stop : start);
      segments.push({ text: text.slice(from - at, to - at), scope, isMarked });
      from = to;
    }
    at = end;
  }
  return segments;
}
