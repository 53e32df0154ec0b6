import { collectGarbage } from "../../shared/process/collect-garbage.ts";

/** The most text whose trees wait for the garbage collector; UTF-16 code units, at 25 bytes and more each. */
const MAX_WAITING = 500_000;

let waiting = 0;

/**
 * Reports that the trees of `size` of text (UTF-16 code units, or bytes, which are no fewer) are no longer needed, and
 * asks the garbage collector of this thread once enough have come together. It does not see their size, and would let
 * gigabytes of them pile up; it frees them while this call lets other work run.
 */
export async function releaseTrees(size: number): Promise<void> {
  waiting += size;
  if (waiting < MAX_WAITING) return;
  waiting = 0;
  // A node that was collected lets go of its tree only now: otherwise the tree would grow old in the next collection.
  await new Promise(setImmediate);
  collectGarbage(); // Most trees are young: they are dropped as soon as their file is done.
  await new Promise(setImmediate);
}
