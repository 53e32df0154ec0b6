import type { TextRegion } from "../../model/place.ts";
import type { NetChanges } from "../../shared/diff/net-changes.ts";
import type { LineChange } from "../../shared/diff/parse-diff.ts";
import { countWhile } from "../../shared/lists/count-while.ts";

/** Fixes of more UTF-16 code units are left out: no consumer shows them. */
const MOST_TEXT = 65_536;

/** A replacement that is written, and the finding about it. */
export interface WrittenFinding {
  readonly index: number;
  readonly place: Pick<TextRegion, "startLine" | "endLine">;
}

/**
 * Gives each line of the net change of a file to one finding: the first that stands in it, otherwise the nearest before
 * it. Returns the changes by the index of their finding.
 */
export function shareFixes(
  { changes, kept }: NetChanges,
  findings: readonly WrittenFinding[],
): ReadonlyMap<number, readonly LineChange[]> {
  const sorted = [...findings].sort((a, b) => a.place.startLine - b.place.startLine);
  let last = 0;
  const ends = sorted.map(({ place }) => (last = Math.max(last, place.endLine)));
  const shares = new Map<number, LineChange[]>();
  for (const change of apart(changes, kept)) {
    const [from, to] = [change.start + 1, change.start + Math.max(1, change.removed.length)];
    const at = countWhile(ends, (end) => end < from);
    const isIn = (sorted[at]?.place.startLine ?? Number.POSITIVE_INFINITY) <= to;
    const owner = sorted[isIn ? at : Math.max(0, at - 1)];
    if (owner === undefined) continue;
    const share = shares.get(owner.index) ?? [];
    shares.set(owner.index, share);
    share.push(change);
  }
  return shares;
}

/** True if a fix can be reported: it is short enough, and text that UTF-8 can have. */
export function isReported(changes: readonly LineChange[]): boolean {
  let length = 0;
  for (const { removed, added } of changes)
    for (const line of [...removed, ...added]) length += line.length;
  return length <= MOST_TEXT && !changes.some(({ added }) => /\p{Cs}/u.test(added.join("")));
}

/** Returns the changes with something between each two, so that their order does not matter. */
function apart(changes: readonly LineChange[], kept: NetChanges["kept"]): readonly LineChange[] {
  const result: LineChange[] = [];
  for (const change of changes) {
    const next = anchored(change, kept);
    const last = result.at(-1);
    if (last === undefined || last.start + last.removed.length < next.start) result.push(next);
    else {
      const removed = [...last.removed, ...next.removed];
      result[result.length - 1] = {
        start: last.start,
        removed,
        added: [...last.added, ...next.added],
      };
    }
  }
  return result;
}

/** At the end of a file, no line comes after an insertion: it is written as a change of the line before it. */
function anchored(change: LineChange, kept: NetChanges["kept"]): LineChange {
  const { start, removed, added } = change;
  const before = kept.get(start - 1);
  if (removed.length > 0 || kept.has(start) || before === undefined) return change;
  return { start: start - 1, removed: [before], added: [before, ...added] };
}
