import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "vitest";
import { mapBounded } from "../../src/shared/process/map-bounded.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startChild } from "./child-run.ts";
import { drop, type FaultTree, makeFaultTree, RUN_RECIPE } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { findBrokenAfter } from "./kill-run.ts";

const RUN = [...RUN_RECIPE, "--quiet"];
const NOTIFY = { FAULT_NOTIFY: "1" };

/** Returns how long an undisturbed run writes; milliseconds. */
async function timeWriting(tree: FaultTree): Promise<number> {
  const root = tree.copy();
  const child = startChild(root, RUN, NOTIFY);
  await child.begun;
  const start = performance.now();
  await child.outcome;
  drop(root);
  return performance.now() - start;
}

/** Kills a run some time after its first change of the disk. Returns undefined if it ended before. */
async function killAfter(
  tree: FaultTree,
  milliseconds: number,
): Promise<readonly string[] | undefined> {
  const root = tree.copy();
  try {
    const child = startChild(root, RUN, NOTIFY);
    await child.begun;
    await sleep(milliseconds);
    child.kill("SIGKILL");
    if ((await child.outcome).signal !== "SIGKILL") return undefined;
    return await findBrokenAfter(root, tree);
  } finally {
    drop(root);
  }
}

describe.each([
  { transaction: "action", kills: 220, seed: 6 },
  { transaction: "run", kills: 80, seed: 7 },
] as const)("a run (transaction: $transaction)", ({ transaction, kills, seed }) => {
  it("that is killed at any moment is whole after the recovery", async (context) => {
    const tree = await makeFaultTree({ files: 300, actions: 40, transaction });
    const duration = await timeWriting(tree);
    const random = seededRandom(seed);
    const tally = new Tally(`killed at random moments, transaction: ${transaction}`);
    while (tally.tried < kills) {
      const moments = Array.from({ length: Math.min(kills - tally.tried, 20) }, () =>
        random.below(Math.ceil(duration)),
      );
      await mapBounded(moments, 2, async (moment) => {
        const violations = await killAfter(tree, moment);
        if (violations) tally.add(`after ${moment} ms in ${tmpdir()}`, violations);
      });
    }
    tally.end(context);
  });
});
