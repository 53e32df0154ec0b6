import { comparePaths } from "../../shared/paths/posix-path.ts";

/** The cost of a file beside its bytes: empty files are dealt evenly, too. */
const COST_OF_FILE = 1024;

/**
 * Deals files so that the shards have about the same bytes: the largest file first, each to the shard that has the
 * least so far, the first of several. Returns the shard, from 1, of each file.
 */
export function dealBySize(
  sizes: ReadonlyMap<string, number>,
  total: number,
): ReadonlyMap<string, number> {
  const sorted = [...sizes].sort(
    ([path, size], [other, otherSize]) => otherSize - size || comparePaths(path, other),
  );
  const loads = new Array<number>(total).fill(0);
  return new Map(
    sorted.map(([path, size]) => {
      const least = indexOfLeast(loads);
      loads[least] = (loads[least] ?? 0) + size + COST_OF_FILE;
      return [path, least + 1];
    }),
  );
}

function indexOfLeast(loads: readonly number[]): number {
  let least = 0;
  for (const [index, load] of loads.entries()) if (load < (loads[least] ?? 0)) least = index;
  return least;
}
