import { describe, expect, it } from "vitest";
import { mapBounded } from "../../src/shared/process/map-bounded.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { makeFaultTree } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { findBrokenBySignals } from "./signals.ts";

const NAMES = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

describe.each(["action", "run"] as const)("a run (transaction: %s)", (transaction) => {
  it("that gets one, two or three signals at any moment leaves a whole tree", async (context) => {
    const tree = await makeFaultTree({ files: 60, actions: 40, transaction });
    const random = seededRandom(8);
    const tally = new Tally(`SIGINT, SIGTERM, SIGHUP, up to three, transaction: ${transaction}`);
    const attempts = Array.from({ length: 60 }, (_, index) => ({
      signals: Array.from({ length: 1 + (index % 3) }, () => random.pick(NAMES)),
      after: random.below(300),
      apart: random.below(8),
    }));
    let stopped = 0;
    await mapBounded(attempts, 2, async (attempt) => {
      const { isStopped, violations } = await findBrokenBySignals(tree, attempt);
      if (isStopped) stopped += 1;
      tally.add(JSON.stringify(attempt), violations);
    });
    tally.end(context);
    expect(stopped).toBeGreaterThan(10);
  });
});
