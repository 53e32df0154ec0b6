import fc from "fast-check";
import { expect, it } from "vitest";
import { dealBySize } from "../../../src/config/shards/deal-by-size.ts";

const KB = 1024;

it("gives the largest file first, to the shard with the least bytes; of the same size by path", () => {
  const sizes = new Map([
    ["small.ts", 1 * KB],
    ["b.ts", 4 * KB],
    ["large.ts", 9 * KB],
    ["a.ts", 4 * KB],
  ]);
  expect([...dealBySize(sizes, 2)]).toEqual([
    ["large.ts", 1],
    ["a.ts", 2],
    ["b.ts", 2],
    ["small.ts", 1],
  ]);
});

it("deals empty files evenly, too", () => {
  const empty = new Map(["a", "b", "c", "d"].map((path) => [path, 0]));
  expect([...dealBySize(empty, 2).values()].sort()).toEqual([1, 1, 2, 2]);
});

it("deals each file once, in whatever order it is given, and no shard has much more than another (H1)", () => {
  const files = fc.uniqueArray(fc.record({ path: fc.string(), size: fc.nat(1_000_000) }), {
    selector: ({ path }) => path,
    maxLength: 60,
  });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 9 }), (all, total) => {
      const entries = all.map(({ path, size }) => [path, size] as const);
      const dealt = dealBySize(new Map(entries), total);
      expect([...dealBySize(new Map(entries.toReversed()), total)]).toEqual([...dealt]);
      expect(new Set(dealt.keys())).toEqual(new Set(all.map(({ path }) => path)));
      const loads = Array.from({ length: total }, (_, at) =>
        entries.reduce(
          (sum, [path, size]) => sum + (dealt.get(path) === at + 1 ? size + KB : 0),
          0,
        ),
      );
      const largest = Math.max(0, ...entries.map(([, size]) => size + KB));
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(largest);
    }),
  );
});
