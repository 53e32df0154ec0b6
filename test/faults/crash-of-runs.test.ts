import { describe, expect, it } from "vitest";
import { mapBounded } from "../../src/shared/process/map-bounded.ts";
import { makeFaultTree } from "./fault-tree.ts";
import { countChanges, killAt } from "./kill-run.ts";

// A few of the points that `npm run test:faults` goes through.
describe.each(["action", "run"] as const)("a run (transaction: %s)", (transaction) => {
  it("that is killed as it changes the disk is whole after the recovery", async () => {
    const tree = await makeFaultTree({ files: 12, actions: 4, transaction });
    const count = await countChanges(tree);
    expect(count).toBeGreaterThan(80);
    const points = Array.from({ length: 5 }, (_, index) => Math.round(((index + 0.5) * count) / 5));
    const broken = await mapBounded(points, 2, async (at) =>
      (await killAt(tree, at)).map((each) => `point ${at}: ${each}`),
    );
    expect(broken.flat()).toEqual([]);
  });
});
