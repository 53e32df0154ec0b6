import { describe, it } from "vitest";
import { mapBounded } from "../../src/shared/process/map-bounded.ts";
import { makeFaultTree } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { countChanges, killAt } from "./kill-run.ts";

describe.each(["action", "run"] as const)("a run (transaction: %s)", (transaction) => {
  it("that is killed at any change of the disk is whole after the recovery", async (context) => {
    const tree = await makeFaultTree({ files: 30, actions: 9, transaction });
    const tally = new Tally(`killed at every change of the disk, transaction: ${transaction}`);
    const count = await countChanges(tree);
    const points = Array.from({ length: count }, (_, index) => index + 1);
    await mapBounded(points, 2, async (at) => tally.add(`point ${at}`, await killAt(tree, at)));
    tally.end(context);
  });
});
