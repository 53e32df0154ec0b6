import type { ActionReport } from "../../model/report/report.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import { joinedRegions, type WriteRegions } from "./original-regions.ts";

type Part = ActionReport["files"][number];
type PartRegion = NonNullable<Part["regions"]>[number];

/** The writes before a text of a file, to follow a place back to the file before the run. */
export interface WriteHistory {
  /**
   * Returns the writes before the text that a change begins with. Undefined if they are not known, or if the file did
   * not exist before the run.
   */
  before(part: Part): readonly WriteRegions[] | undefined;
}

interface Write {
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly parts: Part[];
}

/** Reads the writes of one file, in their order. The parts of a joint write all begin at the same text. */
export function writeHistory(written: readonly Part[]): WriteHistory {
  const writes: Write[] = [];
  for (const part of written) {
    const last = writes.at(-1);
    const isSame =
      part.isJoint === true && last?.preHash === part.preHash && last.postHash === part.postHash;
    if (isSame) last?.parts.push(part);
    else writes.push({ preHash: part.preHash, postHash: part.postHash, parts: [part] });
  }
  const counts = countsByText(writes);
  const regions: WriteRegions[] = [];
  return {
    before({ preHash }) {
      const count = writes.length === 0 ? 0 : counts.get(preHash);
      if (preHash === null || count === undefined) return undefined;
      if (writes.slice(0, count).some((write) => write.preHash === null)) return undefined;
      while (regions.length < count)
        regions.push(joinedRegions((writes[regions.length]?.parts ?? []).map(regionsOf)));
      return regions.slice(0, count);
    },
  };
}

/** Returns by the hash of a text how many writes made it, while each begins with the text that the last one made. */
function countsByText(writes: readonly Write[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const [index, { preHash, postHash }] of writes.entries()) {
    if (index > 0 && writes[index - 1]?.postHash !== preHash) break;
    if (!counts.has(preHash)) counts.set(preHash, index);
    counts.set(postHash, index + 1);
  }
  return counts;
}

/** Returns the places of the replacements of a change; in records of earlier versions, the lines of its diff. */
export function regionsOf({ regions, diff }: Part): readonly PartRegion[] {
  if (regions !== undefined && regions.length > 0) return regions;
  let shift = 0;
  return (parseDiff(diff)?.changes ?? []).map(({ start, removed, added }) => {
    const [from, to] = [start + 1, start + 1 + shift];
    shift += added.length - removed.length;
    return {
      op: "",
      before: lines(from, from + removed.length),
      after: lines(to, to + added.length),
    };
  });
}

function lines(startLine: number, endLine: number) {
  return { startLine, startColumn: 1, endLine, endColumn: 1 };
}
