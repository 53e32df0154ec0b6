import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Trees of so much text (UTF-16 code units) may wait for the garbage collector, at 25 bytes and more each. */
const MAX_WAITING = 500_000;

let waiting = 0;
let collect: (() => void) | undefined;

/**
 * To be called when the trees of so much text (UTF-16 code units) are no longer needed. The garbage
 * collector frees them, but does not see their size: left to itself it lets gigabytes of them pile up. Once
 * there is enough, it is asked; what it finds is freed when other work is let through. For each thread.
 */
export async function releaseTrees(size: number): Promise<void> {
  waiting += size;
  if (waiting < MAX_WAITING) return;
  waiting = 0;
  collect ??= collector();
  collect();
  await new Promise(setImmediate);
}

/** Young objects are enough: the trees of a file are dropped as soon as it is done. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  return () => {
    if (typeof gc === "function") gc({ type: "minor" });
  };
}
