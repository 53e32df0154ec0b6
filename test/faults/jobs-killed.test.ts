import { expect, it } from "vitest";
import { olgaSays, petraSays } from "../support/decision-stories.ts";
import { doublesOf, forgeState, keepForge, runPublish } from "../support/killed-campaign.ts";
import { firstDay } from "../support/killed-days.ts";
import {
  decidedState,
  decideKilled,
  doublesIn,
  inCheckout,
  keepDecisions,
  killableDecisions,
} from "../support/killed-decisions.ts";
import { killingAfter } from "../support/killed-process.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { Tally } from "./figures.ts";

const SEED = Number(process.env.SLUICE_SEED ?? 38);
const KILLS = 25;
/** Longer than any of these jobs; milliseconds. */
const NEVER = 60_000;

/** Returns the milliseconds that something takes. */
async function timeOf(act: () => Promise<{ readonly exitCode: number }>): Promise<number> {
  const start = performance.now();
  expect((await act()).exitCode).toBe(0);
  return performance.now() - start;
}

it("decides once after processes that were killed at any moment", async (context) => {
  const start = await killableDecisions();
  const restore = keepDecisions(start);
  const first = olgaSays(start);
  const whole = { run: killingAfter(start.forge, NEVER) };
  const duration = await timeOf(() => inCheckout(start, (own) => first(own, whole)));
  await decideKilled(start, petraSays(start));
  const expected = decidedState(start);
  const random = seededRandom(SEED);
  const tally = new Tally("job of a decision killed at random moments (kill -9)");
  while (tally.tried < KILLS) {
    const tree = restore();
    const job = olgaSays(tree);
    const moment = random.below(Math.ceil(duration));
    const run = killingAfter(tree.forge, moment);
    const { exitCode } = await inCheckout(tree, (own) => job(own, { run }));
    if (exitCode !== 137) continue; // It was over before.
    await decideKilled(tree, job);
    await decideKilled(tree, petraSays(tree));
    const lost = doublesIn(tree).map((double) => `twice: ${double}`);
    const here = decidedState(tree);
    if (JSON.stringify(here) !== JSON.stringify(expected)) lost.push(JSON.stringify(here));
    tally.add(`after ${moment} ms`, lost);
  }
  tally.end(context);
});

it("publishes once after processes that were killed at any moment", async (context) => {
  const { tree, plan } = await firstDay(["ann", "bob"]);
  const restore = keepForge(tree);
  const whole = { run: killingAfter(tree.forge, NEVER) };
  const duration = await timeOf(() => runPublish(tree, plan, whole));
  const expected = forgeState(tree);
  const random = seededRandom(SEED);
  const tally = new Tally("publication killed at random moments (kill -9)");
  while (tally.tried < KILLS) {
    restore();
    const moment = random.below(Math.ceil(duration));
    const { exitCode } = await runPublish(tree, plan, { run: killingAfter(tree.forge, moment) });
    if (exitCode !== 137) continue; // It was over before.
    const lost = [...doublesOf(tree.demo.pulls)];
    await runPublish(tree, plan);
    const here = forgeState(tree);
    if (JSON.stringify(here) !== JSON.stringify(expected)) lost.push(JSON.stringify(here));
    tally.add(`after ${moment} ms`, lost);
  }
  tally.end(context);
});
