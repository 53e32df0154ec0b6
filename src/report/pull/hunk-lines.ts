import type { ActionReport } from "../../model/report/report.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import { originalRegion } from "../findings/original-regions.ts";
import type { WriteHistory } from "../findings/write-history.ts";

/** A file that an action changes. */
export type ChangedPart = ActionReport["files"][number];

/** The most hunks of a row that are named. */
const MOST_HUNKS = 6;

/** The first and the last line of a hunk in the file before all changes; from 1. */
export type Hunk = readonly [from: number, to: number];

/** Returns the changed lines of a file, as the base has them; undefined if they are not known there. */
export function hunksOf(part: ChangedPart, history: WriteHistory): readonly Hunk[] | undefined {
  const changes = parseDiff(part.diff)?.changes ?? [];
  const writes = history.before(part);
  if (changes.length === 0 || writes === undefined) return undefined;
  return changes.map(({ start, removed }): Hunk => {
    const [startLine, endLine] = [start + 1, start + Math.max(1, removed.length)];
    if (writes.length === 0) return [startLine, endLine];
    const region = { startLine, startColumn: 1, endLine, endColumn: 1 };
    const original = originalRegion(writes, region);
    return [original.startLine, original.endLine];
  });
}

/** Returns hunks for people: `3, 17–20 and 4 more`. */
export function hunkText(hunks: readonly Hunk[]): string {
  const sorted = [...hunks].sort(([a], [b]) => a - b);
  const texts = sorted.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const unique = [...new Set(texts)];
  const more = unique.length > MOST_HUNKS ? ` and ${unique.length - MOST_HUNKS} more` : "";
  return `${unique.slice(0, MOST_HUNKS).join(", ")}${more}`;
}
