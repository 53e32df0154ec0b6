import { expect, it } from "vitest";
import { olgaSays } from "../support/decision-stories.ts";
import {
  decidedState,
  decideKilled,
  doublesIn,
  keepDecisions,
  killableDecisions,
} from "../support/killed-decisions.ts";

it("P3 a job of a decision that is killed at each write, one run after the other, decides once", async () => {
  const start = await killableDecisions();
  const restore = keepDecisions(start);
  await decideKilled(start, olgaSays(start));
  const expected = decidedState(start);
  const tree = restore();
  const job = olgaSays(tree);
  // Each run is killed at its first write, before or after the deed; the next one goes on there.
  for (let run = 0; ; run += 1) {
    expect(run).toBeLessThan(20);
    const { killedAt } = await decideKilled(tree, job, { write: 1, isDone: run % 2 === 1 });
    expect(doublesIn(tree)).toEqual([]);
    if (killedAt === undefined) break;
  }
  expect(decidedState(tree)).toEqual(expected);
});
