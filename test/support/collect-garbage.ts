import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll } from "vitest";

/** The size at which a process is slow to start others, because its page tables are copied; bytes. */
const LARGE = 256 * 1024 ** 2;

/** The growth since the last collection that is worth another one, which takes as long as a small file; bytes. */
const GROWTH = 64 * 1024 ** 2;

/** The size of this process after the last collection. Files get a module of their own, so that it is kept here. */
const kept = globalThis as { sizeCollected?: number };

setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

// Files share their process. Node would let garbage, and the trees of the engine, grow to a gigabyte.
afterAll(() => {
  if (process.memoryUsage.rss() < Math.max(LARGE, (kept.sizeCollected ?? 0) + GROWTH)) return;
  if (typeof gc === "function") gc();
  kept.sizeCollected = process.memoryUsage.rss();
});
