import { describe, it } from "vitest";
import { doublesOf, forgeState, keepForge, publishKilled } from "../support/killed-campaign.ts";
import { firstDay, type KillableDay, laterDay } from "../support/killed-days.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { Tally } from "./figures.ts";

const HOUR = 3_600_000;
const SEED = Number(process.env.SLUICE_SEED ?? 36);

/** Publishes to the end after kills, and returns what is not as an undisturbed run leaves it. */
async function findLost({ tree, plan }: KillableDay, expected: unknown): Promise<string[]> {
  const lost = doublesOf(tree.demo.pulls).map((branch) => `two pull requests of ${branch}`);
  const end = await publishKilled(tree, plan);
  if (end.exitCode !== 0) lost.push(`exit code ${end.exitCode}: ${end.stderr}`);
  const here = JSON.stringify(forgeState(tree));
  if (here !== JSON.stringify(expected)) lost.push(`other state: ${here}`);
  return lost;
}

const DAYS = [
  { does: "opens", dayOf: () => firstDay(), chains: 55 },
  { does: "refreshes, closes, keeps and opens", dayOf: laterDay, chains: 70 },
] as const;

describe.each(DAYS)("a publication that $does", ({ does, dayOf, chains }) => {
  it("goes on wherever it was killed, once", async (context) => {
    const day = await dayOf();
    const { tree, plan } = day;
    const restore = keepForge(tree);
    const { deeds } = await publishKilled(tree, plan);
    const expected = forgeState(tree);
    const tally = new Tally(`publication killed at a call: ${does}`);
    for (let call = 1; call <= deeds.length; call += 1) {
      for (const isDone of [false, true]) {
        restore();
        await publishKilled(tree, plan, { call, isDone });
        tally.add(`${deeds[call - 1]} ${isDone}`, await findLost(day, expected));
      }
    }
    tally.end(context);
  });

  it("goes on after kills in a row, hours apart", async (context) => {
    const day = await dayOf();
    const { tree, plan } = day;
    const restore = keepForge(tree);
    const { deeds } = await publishKilled(tree, plan);
    const expected = forgeState(tree);
    const random = seededRandom(SEED);
    const tally = new Tally(`publication killed again and again: ${does}`);
    const start = tree.now;
    for (let chain = 0; chain < chains; chain += 1) {
      restore();
      tree.now = start;
      const names: string[] = [];
      const doubles: string[] = [];
      const kills = 2 + random.below(7);
      for (let kill = 0; kill < kills; kill += 1) {
        const point = { call: 1 + random.below(deeds.length), isDone: random.below(2) === 1 };
        const { killedAt } = await publishKilled(tree, plan, point);
        tree.now += random.below(30) * HOUR;
        // A run that had less to do than the first one has ended before the call.
        if (killedAt !== undefined) names.push(`${killedAt} ${point.isDone}`);
        doubles.push(...doublesOf(tree.demo.pulls));
      }
      const lost = [...doubles, ...(await findLost(day, expected))];
      for (const [index, name] of names.entries())
        tally.add(`${name} of ${names.join(", ")}`, index === 0 ? lost : []);
    }
    tally.end(context);
  });
});
