import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { expect, it } from "vitest";
import { collectGarbage, collectIfGrown } from "../../../src/shared/process/collect-garbage.ts";

const { NODE_PERFORMANCE_GC_MAJOR: MAJOR, NODE_PERFORMANCE_GC_MINOR: MINOR } = constants;
const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED;

type CollectionEntry = PerformanceEntry & { readonly detail: Record<string, number> };

it("collects old objects, too, once the heap has grown, and young ones until then", async () => {
  const entries: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
  const collected = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5)); // The entries come in a turn of their own.
    const details = entries.splice(0).map((entry) => (entry as CollectionEntry).detail);
    return details.flatMap(({ kind, flags = 0 }) => (flags & FORCED ? [kind] : []));
  };
  while (collectIfGrown());
  observer.observe({ entryTypes: ["gc"] });
  try {
    collectGarbage();
    expect(await collected()).toEqual([MINOR]);
    const ballast: object[] = [];
    while (!collectIfGrown() && ballast.length < 500)
      ballast.push(Array.from({ length: 100_000 }, (_, at) => at));
    expect(await collected()).toEqual([MAJOR]);
    expect(collectIfGrown()).toBe(false);
  } finally {
    observer.disconnect();
  }
});
