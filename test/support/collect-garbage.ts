import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll } from "vitest";

/** The size at which a process is slow to start others, because its page tables are copied; bytes. */
const LARGE = 256 * 1024 ** 2;

setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

// Files share their process. Node would let garbage, and the trees of the engine, grow to a gigabyte.
afterAll(() => {
  if (process.memoryUsage.rss() > LARGE && typeof gc === "function") gc();
});
