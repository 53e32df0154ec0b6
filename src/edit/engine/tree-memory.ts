import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The most text whose trees wait for the garbage collector; UTF-16 code units, at 25 bytes and more each. */
const MAX_WAITING = 500_000;

/** The number of collections after which old objects are collected too, which takes longer. */
const MAJOR_EVERY = 16;

let waiting = 0;
let collections = 0;
let collect: ((type: "minor" | "major") => void) | undefined;

/**
 * Reports that the trees of `size` of text (UTF-16 code units, or bytes, which are no fewer) are no longer needed, and
 * asks the garbage collector of this thread once enough have come together. It does not see their size, and would let
 * gigabytes of them pile up; it frees them while this call lets other work run.
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
 * Returns the garbage collector, by V8's flag `--expose-gc`: it stays set for the whole process, and only contexts
 * that are made afterwards, as the one here, get the function. A minor collection is for young objects, such as most
 * trees, which are dropped as soon as their file is done; some grow old before that.
 */
function collector(): (type: "minor" | "major") => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  return (type) => {
    if (typeof gc === "function") gc({ type });
  };
}
