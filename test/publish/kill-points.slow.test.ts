import { expect, it } from "vitest";
import { doublesOf, forgeState, keepForge, publishKilled } from "../support/killed-campaign.ts";
import { firstDay } from "../support/killed-days.ts";

it("P2 a publication that is killed at each write, one run after the other, opens the same as one that is not", async () => {
  const { tree, plan } = await firstDay(["ann"]);
  const restore = keepForge(tree);
  const { writes } = await publishKilled(tree, plan);
  const expected = forgeState(tree);
  restore();
  // Each run is killed at its first write, before or after the deed; the next one goes on there.
  for (let run = 0; ; run += 1) {
    expect(run).toBeLessThanOrEqual(2 * writes.length);
    const { killedAt } = await publishKilled(tree, plan, { write: 1, isDone: run % 2 === 1 });
    expect(doublesOf(tree.demo.pulls)).toEqual([]);
    if (killedAt === undefined) break;
  }
  expect(forgeState(tree)).toEqual(expected);
  expect((await publishKilled(tree, plan)).writes).toEqual([]);
});
