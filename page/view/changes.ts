import { type LinePair, pairLines } from "../../src/shared/diff/pair-lines.ts";
import type { DiffLine } from "./diff-lines.ts";

/** Lines that stand together in a hunk: removed ones and those that take their place, or one that stays. */
interface Change {
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
  readonly kept?: DiffLine;
}

/** Returns the lines of a hunk, change by change. */
export function changesOf(lines: readonly DiffLine[]): readonly Change[] {
  const changes: { removed: DiffLine[]; added: DiffLine[]; kept?: DiffLine }[] = [];
  let open: { removed: DiffLine[]; added: DiffLine[] } | undefined;
  for (const line of lines) {
    if (line.kind === "kept") {
      changes.push({ removed: [], added: [], kept: line });
      open = undefined;
      continue;
    }
    if (open === undefined || (line.kind === "removed" && open.added.length > 0)) {
      open = { removed: [], added: [] };
      changes.push(open);
    }
    open[line.kind].push(line);
  }
  return changes;
}

/** Returns which added line takes the place of a removed one, by the index of the removed one. */
export function pairsOf({ removed, added }: Change): ReadonlyMap<number, LinePair> {
  const textOf = ({ text }: DiffLine) => text;
  return pairLines(removed.map(textOf), added.map(textOf));
}
