import type { FileChange } from "../../model/action/preview.ts";

/** The edits of one op over all files of a step. */
export interface OpCounts {
  readonly matches: number;
  readonly files: number;
  /** The matches that gave way, by the op whose edit stands. */
  readonly lostTo: ReadonlyMap<string, number>;
}

interface Counting {
  matches: number;
  files: number;
  last: string | undefined;
  readonly lostTo: Map<string, number>;
}

/** Counts the edits of each op. Changes of one file stand together; only one change is in memory at a time. */
export function countByOp(changes: Iterable<FileChange>): ReadonlyMap<string, OpCounts> {
  const counts = new Map<string, Counting>();
  const of = (opId: string) => {
    const known = counts.get(opId) ?? {
      matches: 0,
      files: 0,
      last: undefined,
      lostTo: new Map<string, number>(),
    };
    counts.set(opId, known);
    return known;
  };
  for (const { path, edits, superseded } of changes) {
    for (const { opId } of edits) {
      const op = of(opId);
      op.matches += 1;
      if (op.last !== path) op.files += 1;
      op.last = path;
    }
    for (const { opId, byOpId } of superseded) {
      const { lostTo } = of(opId);
      lostTo.set(byOpId, (lostTo.get(byOpId) ?? 0) + 1);
    }
  }
  return counts;
}
