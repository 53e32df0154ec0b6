import { describe, expect, it } from "vitest";
import { doublesOf, forgeState, keepForge, publishKilled } from "../support/killed-campaign.ts";
import { firstDay, laterDay } from "../support/killed-days.ts";

describe("P2 a publication that is killed", () => {
  it.each([
    ["opens", () => firstDay(["ann"]), 1],
    ["refreshes, closes and opens", laterDay, 2],
  ])(
    "at each write, one run after the other, %s the same as one that is not",
    async (_, dayOf, every) => {
      const { tree, plan } = await dayOf();
      const restore = keepForge(tree);
      const { writes } = await publishKilled(tree, plan);
      const expected = forgeState(tree);
      restore();
      // Each run is killed at its first write, before or after the deed; the next one goes on there.
      for (let run = 0; ; run += every) {
        expect(run).toBeLessThanOrEqual(2 * writes.length);
        const { killedAt } = await publishKilled(tree, plan, {
          write: 1,
          isDone: (run / every) % 2 === 1 || every === 2,
        });
        expect(doublesOf(tree.demo.pulls)).toEqual([]);
        if (killedAt === undefined) break;
      }
      expect(forgeState(tree)).toEqual(expected);
      expect((await publishKilled(tree, plan)).writes).toEqual([]);
    },
  );
});
