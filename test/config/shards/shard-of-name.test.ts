import fc from "fast-check";
import { expect, it } from "vitest";
import { shardOfName } from "../../../src/config/shards/shard-of-name.ts";

const NAMES = Array.from({ length: 2000 }, (_, at) => `src/folder-${at % 37}/file-${at}.ts`);

it("deals a name for ever to the same shard (H1)", () => {
  const names = ["a.ts", "src/index.ts", "src/ü.ts", ""];
  expect(names.map((name) => [1, 2, 3, 4, 1000].map((total) => shardOfName(name, total)))).toEqual([
    [1, 1, 3, 3, 759],
    [1, 2, 3, 4, 91],
    [1, 1, 1, 4, 969],
    [1, 1, 3, 3, 949],
  ]);
});

it("moves names to a further shard only, and no others (H1)", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "/", "é", "😀", "\ud800") });
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 60 }), (each, total) => {
      const [before, after] = [shardOfName(each, total), shardOfName(each, total + 1)];
      expect([before, total + 1]).toContain(after);
    }),
  );
});

it("gives each shard its share, and a further one as much of each", () => {
  for (const total of [2, 8]) {
    const share = NAMES.length / total;
    const before = NAMES.map((name) => shardOfName(name, total));
    for (let shard = 1; shard <= total; shard++) {
      const own = NAMES.filter((_, at) => before[at] === shard);
      expect(Math.abs(own.length - share)).toBeLessThan(4 * Math.sqrt(share));
      const moved = own.filter((name) => shardOfName(name, total + 1) !== shard);
      const taken = own.length / (total + 1);
      expect(Math.abs(moved.length - taken)).toBeLessThan(5 * Math.sqrt(taken));
    }
  }
});
