import { supersededNote } from "../../explain/matches-of-ops.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { EditOp } from "../../model/edit.ts";
import type { OpWhy } from "../../model/report/report.ts";
import { definedOnly } from "../../shared/defined-only.ts";

/** The edits of one op over all files of a step. */
interface OpCounts {
  matches: number;
  files: number;
  /** The path of the last one. */
  last: string | undefined;
  /** The matches that gave way, by the op whose edit took their place. */
  readonly lostTo: Map<string, number>;
}

/** Counts the edits of each op. Changes of one file stand together; only one change is in memory at a time. */
export function countByOp(changes: Iterable<FileChange>): ReadonlyMap<string, OpCounts> {
  const counts = new Map<string, OpCounts>();
  const countsOf = (opId: string) => {
    const ofOp = counts.get(opId) ?? noCounts();
    counts.set(opId, ofOp);
    return ofOp;
  };
  for (const { path, edits, superseded } of changes) {
    for (const { opId } of edits) {
      const op = countsOf(opId);
      op.matches += 1;
      if (op.last !== path) op.files += 1;
      op.last = path;
    }
    for (const { opId, byOpId } of superseded) {
      const { lostTo } = countsOf(opId);
      lostTo.set(byOpId, (lostTo.get(byOpId) ?? 0) + 1);
    }
  }
  return counts;
}

function noCounts(): OpCounts {
  return { matches: 0, files: 0, last: undefined, lostTo: new Map() };
}

/** The length at which the pattern of an op is cut; UTF-16 code units. */
const MOST_TEXT = 200;

/** Returns an op with its numbers, and with the matches that gave way. */
export function countedOp(op: EditOp, counts: OpCounts = noCounts()): OpWhy {
  const { matches, files, lostTo } = counts;
  const text = textOf(op);
  return {
    id: op.id,
    ...definedOnly({ text }),
    matches,
    files,
    superseded: [...lostTo.values()].reduce((sum, number) => sum + number, 0),
    isExplained: false,
    notes: [...lostTo].map(([byOpId, number]) => supersededNote(op.id, byOpId, number)),
  };
}

function textOf(op: EditOp): string | undefined {
  if (op.kind === "imports") return undefined;
  const { pattern, kind } = op.kind === "rule" ? op.rule : { pattern: op.pat, kind: undefined };
  const text = typeof pattern === "string" ? pattern : kind;
  return typeof text === "string" ? text.slice(0, MOST_TEXT) : undefined;
}
