import { describe, expect, it } from "vitest";
import { fleetOnForge } from "../../support/fleet-forge.ts";
import { isOfGit, isWrite } from "../../support/forge/forge-server.ts";
import { cli } from "../../support/run-cli.ts";

const MATCH = { "src/a.ts": "console.log(1);\n" };
const PUBLISH = 'publish: { per: run, branch: "fleet/rename", title: Rename, labels: [fleet] }\n';

describe("a fleet that publishes", () => {
  it("never lets a repository say what is published, nor by which policy", async () => {
    const policy =
      "version: 1\ndefault: { verdict: apply, reason: Mine. }\npublish: { per: run, branch: evil }\n";
    const owned = { ...MATCH, "sluice.policy.yaml": policy, "sluice.yaml": "version: 1\n" };
    const fleet = await fleetOnForge({ a: owned }, { more: PUBLISH });
    expect((await fleet.run()).exitCode).toBe(0);
    expect(fleet.pulls()).toEqual(["octo/a fleet/rename open"]);
    // Unless the fleet says so.
    const own = await fleetOnForge({ a: owned }, { policy: "repository", more: "publish: true\n" });
    expect((await own.run()).exitCode).toBe(0);
    expect(own.pulls()).toEqual(["octo/a evil open"]);
  });
});

it("P2 a fleet opens one pull request for each plan, by a dry run first, and later sees it merged", async () => {
  const fleet = await fleetOnForge(
    { a: MATCH, b: { "b.ts": "other();\n" }, c: MATCH },
    { more: PUBLISH },
  );
  const dry = await fleet.run(["--dry-run"]);
  expect(dry.stderr).toBe("");
  expect(dry.exitCode).toBe(0);
  expect(dry.stdout).toContain("would be opened fleet/rename");
  expect(fleet.pulls()).toEqual([]);
  expect(fleet.forge.calls.filter(isWrite)).toEqual([]);
  const planned = "planned: dry-run";
  const states = (word: string) => ({
    "git/octo/a": word,
    "git/octo/b": "skipped: no-text",
    "git/octo/c": word,
  });
  expect(await fleet.states()).toEqual(states(planned));
  expect((await fleet.run(["--resume"])).exitCode).toBe(0);
  expect(await fleet.states()).toEqual(states("published"));
  const opened = ["octo/a fleet/rename open", "octo/c fleet/rename open"];
  expect(fleet.pulls()).toEqual(opened);
  // A new round finds the same, and writes nothing.
  fleet.forge.calls.length = 0;
  expect((await fleet.run()).exitCode).toBe(0);
  expect(fleet.pulls()).toEqual(opened);
  expect(fleet.forge.calls.filter((call) => isWrite(call) && !isOfGit(call))).toEqual([]);
  for (const { pulls } of fleet.stored) for (const pull of pulls) pull.state = "merged";
  const argv = ["fleet", "status", "fleet.yaml", "--refresh"];
  const status = await cli(fleet.folder, argv, { env: fleet.env });
  expect(status.stdout).toContain("3 repositories: 2 merged, 1 skipped");
  expect(await fleet.states()).toEqual(states("merged"));
  const report = await cli(fleet.folder, ["fleet", "report", "fleet.yaml", "--format", "json"], {});
  expect(JSON.parse(report.stdout)).toMatchObject({
    totals: { states: { merged: 2, skipped: 1 }, files: 2, replacements: 2 },
    byOwner: [{ repositories: 2 }],
  });
});
