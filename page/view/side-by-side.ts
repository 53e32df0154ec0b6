import { changesOf, pairsOf } from "./changes.ts";
import type { DiffLine, Hunk } from "./diff-lines.ts";

/** A row of two columns. */
export interface SideRow {
  readonly left?: DiffLine | undefined;
  readonly right?: DiffLine | undefined;
}

/** Returns the lines of a hunk side by side: a line beside the one that takes its place, the others in their order. */
export function sideBySide({ lines }: Hunk): readonly SideRow[] {
  return changesOf(lines).flatMap((change) => {
    if (change.kept !== undefined) return [{ left: change.kept, right: change.kept }];
    const { removed, added } = change;
    const rows: SideRow[] = [];
    let [left, right] = [0, 0];
    for (const [at, { index }] of pairsOf(change)) {
      rows.push(...inOrder(removed.slice(left, at), added.slice(right, index)));
      rows.push({ left: removed[at], right: added[index] });
      [left, right] = [at + 1, index + 1];
    }
    return [...rows, ...inOrder(removed.slice(left), added.slice(right))];
  });
}

function inOrder(removed: readonly DiffLine[], added: readonly DiffLine[]): readonly SideRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_row, at) => ({
    left: removed[at],
    right: added[at],
  }));
}
