import { describe, it } from "vitest";
import type { DecidingTree } from "../support/deciding.ts";
import { olgaSays, petraSays, petraTicks, ritaSays, STORIES } from "../support/decision-stories.ts";
import {
  decidedState,
  decideKilled,
  doublesIn,
  type KilledDecision,
  keepDecisions,
  killableDecisions,
} from "../support/killed-decisions.ts";
import type { KillPoint } from "../support/killed-job.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { Tally } from "./figures.ts";

const SEED = Number(process.env.SLUICE_SEED ?? 37);
const CHAINS = 100;

const KILLS = [{ isDone: false }, { isDone: true }] as const;
const LOST = { isDone: true, answer: "lost" } as const;
const LATE = { isDone: true, answer: "late" } as const;

/** Before and after each call, and each write of which the answer is lost. */
function pointsOf({ deeds, writes }: KilledDecision, does: string): readonly KillPoint[] {
  // Only beside another job it is of interest that an answer is late.
  const ways = does.includes("while") ? [...KILLS, LATE] : KILLS;
  return [
    ...deeds.flatMap((_, index) => ways.map((way) => ({ ...way, call: index + 1 }))),
    ...writes.map((_, index) => ({ ...LOST, write: index + 1 })),
  ];
}

/** Returns what is not as undisturbed jobs leave it. */
function findLost(tree: DecidingTree, expected: unknown): string[] {
  const lost = doublesIn(tree).map((double) => `twice: ${double}`);
  const here = JSON.stringify(decidedState(tree));
  return here === JSON.stringify(expected) ? lost : [...lost, `other state: ${here}`];
}

describe.each(Object.entries(STORIES))("a job %s", (does, story) => {
  it("decides once, wherever it was killed", async (context) => {
    const start = await killableDecisions();
    const restore = keepDecisions(start);
    const undisturbed = await story(start);
    const expected = decidedState(start);
    const tally = new Tally(`decision killed at a call: job ${does}`);
    for (const point of pointsOf(undisturbed, does)) {
      const tree = restore();
      const { killedAt } = await story(tree, point);
      tally.add(`${killedAt} ${JSON.stringify(point)}`, findLost(tree, expected));
    }
    tally.end(context);
  });
});

describe("jobs of several people", () => {
  it("decide once after kills in a row, in any order", async (context) => {
    const start = await killableDecisions();
    const restore = keepDecisions(start);
    const begin = (tree: DecidingTree) =>
      [olgaSays, petraSays, ritaSays, petraTicks].map((make) => make(tree));
    for (const event of begin(start)) await decideKilled(start, event);
    const expected = decidedState(start);
    const random = seededRandom(SEED);
    const tally = new Tally("decisions killed again and again, of several people");
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const tree = restore();
      const events = begin(tree);
      const names: string[] = [];
      const kills = 2 + random.below(6);
      for (let kill = 0; kill < kills; kill += 1) {
        const point = { call: 1 + random.below(20), ...random.pick([...KILLS, LOST]) };
        const { killedAt } = await decideKilled(tree, random.pick(events), point);
        // A job that had less to do has ended before the call.
        if (killedAt !== undefined) names.push(`${killedAt} ${JSON.stringify(point)}`);
      }
      for (const event of random.shuffle(events)) await decideKilled(tree, event);
      const lost = findLost(tree, expected);
      for (const [index, name] of names.entries())
        tally.add(`${name} of ${names.join(", ")}`, index === 0 ? lost : []);
    }
    tally.end(context);
  });
});
