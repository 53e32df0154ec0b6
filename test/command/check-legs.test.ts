import { describe, expect, it } from "vitest";
import { reportWith } from "../report/comment/report-with.ts";
import {
  actionsOf,
  allOf,
  checksOn,
  FAILED,
  HELD,
  legsIn,
  legsThatMeet,
  QUIET,
  shown,
} from "../support/check-jobs.ts";
import { isWrite } from "../support/forge/forge-server.ts";

describe("legs of a matrix", () => {
  it("add up in one check run, which ends with the last of them", async () => {
    const checks = await checksOn();
    await checks.run({ leg: 1, report: QUIET });
    expect(shown(checks)).toEqual([["in_progress", null, "Sluice preview: ok (1 of 3 legs)"]]);
    expect(await checks.run({ leg: 0 })).toMatchObject([{ kind: "updated", conclusion: null }]);
    expect(await checks.run({ leg: 2 })).toMatchObject([{ conclusion: "neutral" }]);
    expect(shown(checks)).toEqual([["completed", "neutral", "Sluice preview: ok (3 legs)"]]);
    const [check] = checks.demo.checks;
    expect(legsIn(check?.summary)).toEqual(["20", "21", "22"]);
    expect(check?.annotations).toMatchObject([
      { title: "public-api (node: 20)" },
      { title: "public-api (node: 22)" },
    ]);
  });

  it("are a failure with the first that fails, and not any more if it runs again", async () => {
    const checks = await checksOn();
    await checks.run({ leg: 0, of: 2, report: FAILED });
    expect(shown(checks)[0]?.[1]).toBe("failure");
    await checks.run({ leg: 1, of: 2, report: QUIET });
    expect(shown(checks)[0]?.[1]).toBe("failure");
    await checks.run({ leg: 0, of: 2, attempt: 2, report: HELD });
    expect(shown(checks)).toEqual([["completed", "neutral", "Sluice preview: ok (2 legs)"]]);
    expect(checks.demo.checks[0]?.annotations).toHaveLength(1);
  });

  it("that are killed leave a check run that waits, and add the rest once", async () => {
    const checks = await checksOn();
    const report = reportWith(actionsOf(120));
    const kill = new AbortController();
    let writes = 0;
    checks.forge.distort = (reply, call) => {
      if (isWrite(call)) writes += 1;
      if (writes === 2) kill.abort();
      return reply;
    };
    await checks.run({ leg: 0, of: 2, report, interrupted: kill.signal });
    expect(checks.demo.checks[0]?.annotations).toHaveLength(100);
    await checks.run({ leg: 1, of: 2, report: QUIET });
    expect(shown(checks)[0]?.[0]).toBe("completed");
    await checks.run({ leg: 0, of: 2, report });
    expect(checks.demo.checks.map(({ annotations }) => annotations.length)).toEqual([120]);
  });

  it.each([1, 2, 3])("that meet in one moment are all there, by seed %d", async (seed) => {
    expect(await legsThatMeet([200, 60, 0], seed)).toEqual(allOf([200, 60, 0]));
  });
});
