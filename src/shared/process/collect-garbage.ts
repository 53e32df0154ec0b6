import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The heap may grow by so many bytes, or by a quarter, before old objects are collected: V8 waits for much more. */
const GROWTH = 24 * 1024 * 1024;

/** The bytes that most commands have on the heap when they are done: before that, there is little to collect. */
const USUAL = 24 * 1024 * 1024;

/** The size of the heap after its old objects were collected. Each thread has a heap of its own. */
let collected = USUAL;
let collect: ((kind: "young" | "all") => void) | undefined;

/** Collects young objects; old ones, too, if the heap has grown much since they were last collected. */
export function collectGarbage(): void {
  if (!collectIfGrown()) collector()("young");
}

/**
 * Collects all objects if the heap has grown much since that was last done; returns true if it was. Call it now and
 * then where much is made and let go of: V8 by itself lets old objects pile up to several times what is needed.
 */
export function collectIfGrown(): boolean {
  if (heapSize() < collected + Math.max(GROWTH, collected / 4)) return false;
  collector()("all");
  collected = heapSize();
  return true;
}

/** Returns the size of the heap, with that of buffers. */
function heapSize(): number {
  const { used_heap_size: own, external_memory: buffers } = getHeapStatistics();
  return own + buffers;
}

/**
 * Returns the garbage collector, by V8's flag `--expose-gc`: contexts that are made while it is set, as the one here,
 * get the function. Left set, V8 would not take compiled code that was made without it, nor the other way round. In
 * Node 20 it collects young objects whatever the type that it is given, and all without one.
 */
function collector(): (kind: "young" | "all") => void {
  if (collect !== undefined) return collect;
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect = (kind) => {
    if (typeof gc !== "function") return;
    if (kind === "young") gc({ type: "minor" });
    else gc();
  };
  return collect;
}
