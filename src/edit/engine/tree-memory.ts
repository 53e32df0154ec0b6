import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Trees of so much text (UTF-16 code units) may wait for the garbage collector, at 25 bytes and more each. */
const MAX_WAITING = 500_000;

/** Every so often old objects are collected too, which takes longer. */
const MAJOR_EVERY = 16;

let waiting = 0;
let collections = 0;
let collect: ((type: "minor" | "major") => void) | undefined;

/**
 * To be called when the trees of so much text (UTF-16 code units, or bytes, which are no fewer) are no longer
 * needed. The garbage collector frees them, but does not see their size: left to itself it lets gigabytes of
 * them pile up. Once there is enough, it is asked; what it finds is freed when other work is let through. For
 * each thread.
 */
export async function releaseTrees(size: number): Promise<void> {
  waiting += size;
  if (waiting < MAX_WAITING) return;
  waiting = 0;
  collections += 1;
  collect ??= collector();
  collect(collections % MAJOR_EVERY === 0 ? "major" : "minor");
  await new Promise(setImmediate);
}

/**
 * The collector is asked through V8's flag `--expose-gc`, which stays set for the whole process; it is seen
 * only by contexts that are made afterwards, as the one here.
 *
 * Of young objects: the trees of a file are dropped as soon as it is done. Some grow old before that.
 */
function collector(): (type: "minor" | "major") => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  return (type) => {
    if (typeof gc === "function") gc({ type });
  };
}
