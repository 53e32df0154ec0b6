import { expect, it } from "vitest";
import { makeFaultTree } from "../../faults/fault-tree.ts";
import { countChanges, killAt } from "../../faults/kill-run.ts";

// One of the points that the faults suite and `npm run test:faults` go through.
it("a run that is killed half way through its changes of the disk is whole after the recovery", async () => {
  const tree = await makeFaultTree({ files: 4, actions: 2, transaction: "run" });
  expect(await killAt(tree, Math.round((await countChanges(tree)) / 2))).toEqual([]);
});
