import { describe, expect, it } from "vitest";
import { findBrokenByRace, type Race } from "./concurrent-runs.ts";
import { Tally } from "./figures.ts";
import { findLostSaves } from "./meddling.ts";

const RACES: Readonly<Record<Race["lock"], string>> = {
  free: "at once on one root",
  stale: "racing for the lock of a dead process",
  empty: "racing for a lock that a loss of power emptied",
};

describe("runs at once on one root", () => {
  it.for<Race & { readonly rounds: number }>([
    { runs: 10, files: 12, lock: "free", rounds: 5 },
    { runs: 20, files: 4, lock: "stale", rounds: 5 },
    { runs: 10, files: 4, lock: "empty", rounds: 5 },
  ])("write one after the other ($runs, lock: $lock)", async ({ rounds, ...race }, context) => {
    const tally = new Tally(`${race.runs} runs ${RACES[race.lock]}`);
    for (let round = 1; round <= rounds; round += 1)
      tally.add(`round ${round}`, await findBrokenByRace(race));
    tally.end(context);
  });
});

describe("a process that saves files all the time", () => {
  it("loses nothing, and every conflict is reported", async (context) => {
    const tally = new Tally("files saved by another process all through a run");
    let stale = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const { isStale, violations } = await findLostSaves(60, seed);
      if (isStale) stale += 1;
      tally.add(`seed ${seed}`, violations);
    }
    tally.end(context);
    expect(stale).toBeGreaterThan(0);
  });
});
