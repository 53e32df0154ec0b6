import { describe, expect, it } from "vitest";
import { findBrokenByRace } from "./concurrent-runs.ts";
import { Tally } from "./figures.ts";
import { findLostSaves } from "./meddling.ts";

describe("runs at once on one root", () => {
  it.for([
    { runs: 10, files: 12, isLockStale: false, rounds: 5 },
    { runs: 20, files: 4, isLockStale: true, rounds: 5 },
  ])(
    "write one after the other ($runs, lock of a dead process: $isLockStale)",
    async ({ rounds, ...race }, context) => {
      const what = race.isLockStale
        ? "racing for the lock of a dead process"
        : "at once on one root";
      const tally = new Tally(`${race.runs} runs ${what}`);
      for (let round = 1; round <= rounds; round += 1)
        tally.add(`round ${round}`, await findBrokenByRace(race));
      tally.end(context);
    },
  );
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
