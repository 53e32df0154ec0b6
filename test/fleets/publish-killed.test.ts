import { expect, it } from "vitest";
import { fleetOnForge } from "../support/fleet-forge.ts";
import { doublesOf } from "../support/killed-campaign.ts";
import { runKilled } from "../support/killed-job.ts";

const MATCH = { "src/a.ts": "console.log(1);\n" };
const PUBLISH = 'publish: { per: run, branch: "fleet/rename", title: Rename, labels: [fleet] }\n';
const TWO = { a: MATCH, c: MATCH };
const [A, C] = ["git/octo/a", "git/octo/c"];

it("P2 a fleet that publishes is killed at each write, and the next run opens nothing twice", async () => {
  const fleet = await fleetOnForge(TWO, { more: PUBLISH });
  await fleet.run(["--dry-run"]);
  for (let run = 0; ; run += 1) {
    expect(run).toBeLessThan(40);
    const go = (interrupted: AbortSignal) => fleet.run(["--resume"], { interrupted });
    const kill = { write: 1, isDone: run % 2 === 1 };
    const { killedAt, ran } = await runKilled(fleet.forge, { run: go }, kill);
    for (const { pulls } of fleet.stored) expect(doublesOf(pulls)).toEqual([]);
    if (killedAt === undefined) {
      expect(ran.exitCode).toBe(0);
      break;
    }
    expect(ran.exitCode).not.toBe(0);
  }
  expect(await fleet.states()).toEqual({ [A]: "published", [C]: "published" });
  expect(fleet.pulls()).toEqual(["octo/a fleet/rename open", "octo/c fleet/rename open"]);
  expect(fleet.stored.map(({ pulls }) => pulls[0]?.labels)).toEqual([["fleet"], ["fleet"]]);
});
