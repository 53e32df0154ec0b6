import { expect, it } from "vitest";
import { olgaSays } from "../support/decision-stories.ts";
import {
  decidedState,
  decideKilled,
  doublesIn,
  keepDecisions,
  killableDecisions,
} from "../support/killed-decisions.ts";

// Three of the points that `npm run test:faults` goes through.
it("P3 a job of a decision that is killed, and run again each time, decides once", async () => {
  const start = await killableDecisions();
  const restore = keepDecisions(start);
  const { writes } = await decideKilled(start, olgaSays(start));
  const expected = decidedState(start);
  const tree = restore();
  const job = olgaSays(tree);
  expect(writes.length).toBeGreaterThan(2);
  for (const point of [
    { write: 1, isDone: false },
    { write: 1, isDone: true },
    { write: 2, isDone: true },
  ]) {
    expect((await decideKilled(tree, job, point)).killedAt).toBeDefined();
    expect(doublesIn(tree)).toEqual([]);
  }
  await decideKilled(tree, job);
  expect(decidedState(tree)).toEqual(expected);
});
