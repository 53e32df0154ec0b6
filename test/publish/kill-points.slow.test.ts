import { expect, it } from "vitest";
import { doublesOf, forgeState, keepForge, publishKilled } from "../support/killed-campaign.ts";
import { firstDay } from "../support/killed-days.ts";

// Three of the points that `npm run test:faults` goes through.
it("P2 a publication that is killed, and run again each time, opens the same as one that is not", async () => {
  const { tree, plan } = await firstDay(["ann"]);
  const restore = keepForge(tree);
  const { writes } = await publishKilled(tree, plan);
  const expected = forgeState(tree);
  restore();
  expect(writes.length).toBeGreaterThan(2);
  for (const point of [
    { write: 1, isDone: false },
    { write: 1, isDone: true },
    { write: 2, isDone: true },
  ]) {
    expect((await publishKilled(tree, plan, point)).killedAt).toBeDefined();
    expect(doublesOf(tree.demo.pulls)).toEqual([]);
  }
  await publishKilled(tree, plan);
  expect(forgeState(tree)).toEqual(expected);
  expect((await publishKilled(tree, plan)).writes).toEqual([]);
});
