import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fleetOnForge } from "../../support/fleet-forge.ts";
import { deedOf, isOfGit, isWrite } from "../../support/forge/forge-server.ts";
import { addRepository } from "../../support/forge/forge-state.ts";
import { cli } from "../../support/run-cli.ts";
import { git } from "../../support/temp-tree.ts";

const MATCH = { "src/a.ts": "console.log(1);\n" };
const PUBLISH = 'publish: { per: run, branch: "fleet/rename", title: Rename, labels: [fleet] }\n';
const TWO = { a: MATCH, c: MATCH };
const [A, C] = ["git/octo/a", "git/octo/c"];

describe("a fleet that publishes", () => {
  it("stops at a limit of the forge, leaves the rest planned, and goes on later", async () => {
    const fleet = await fleetOnForge(TWO, { more: PUBLISH });
    await fleet.run(["--dry-run"]);
    fleet.forge.intercept = (call) =>
      deedOf(call) === "POST /repos/octo/a/pulls"
        ? { status: 429, body: {}, headers: { "retry-after": "9999" } }
        : undefined;
    const limited = await fleet.run(["--resume"]);
    expect(limited.exitCode).toBe(1);
    expect(limited.stderr).toMatch(
      /2 plans were not published; go on with --resume\. GitHub limits/,
    );
    expect(await fleet.states()).toEqual({ [A]: "planned: not-reached", [C]: "planned: dry-run" });
    fleet.forge.intercept = () => undefined;
    expect((await fleet.run(["--resume"])).exitCode).toBe(0);
    expect(await fleet.states()).toEqual({ [A]: "published", [C]: "published" });
    expect(fleet.stored.map(({ pulls }) => pulls.length)).toEqual([1, 1]);
  });

  it("has the fault of one repository for that alone: a branch that may not be pushed", async () => {
    const fleet = await fleetOnForge(TWO, { more: PUBLISH });
    const hook = join(fleet.forge.bare ?? "", "octo/a.git/hooks/pre-receive");
    writeFileSync(hook, "#!/bin/sh\necho protected >&2\nexit 1\n", { mode: 0o755 });
    const { exitCode, stdout } = await fleet.run();
    expect(exitCode).toBe(1);
    expect(stdout).toContain("protected");
    expect(await fleet.states()).toEqual({ [A]: "failed: not-published", [C]: "published" });
  });

  it.each([
    ["without a token", { GITHUB_TOKEN: "" }, "planned: no-token"],
    [
      "on a server whose token is not known",
      { GITHUB_SERVER_URL: "https://other.test" },
      "failed: not-publishable",
    ],
  ])("opens nothing %s", async (_, env, state) => {
    const fleet = await fleetOnForge({ a: MATCH }, { more: PUBLISH });
    const { exitCode } = await fleet.run([], { env: { ...fleet.env, ...env } });
    expect(exitCode).toBe(state.startsWith("failed") ? 1 : 0);
    expect(await fleet.states()).toEqual({ [A]: state });
    expect(fleet.forge.calls.filter(isWrite)).toEqual([]);
  });

  it("opens pull requests for the branch that it has looked at, and none for a tag", async () => {
    const fleet = await fleetOnForge(TWO, { more: PUBLISH });
    const at = (name: string) => join(fleet.forge.bare ?? "", "octo", `${name}.git`);
    git(at("a"), "branch", "next");
    git(at("c"), "tag", "v1");
    const file = join(fleet.folder, "fleet.yaml");
    const text = readFileSync(file, "utf8");
    const withRefs = text.replace(/- (.*a\.git)\n *- (.*)\n/, (_, a: string, c: string) =>
      [`- { url: "${a}", ref: next }`, `  - { url: "${c}", ref: v1 }`, ""].join("\n"),
    );
    writeFileSync(file, withRefs);
    const { exitCode, stdout } = await fleet.run();
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining("no branch `v1`")]);
    const bases = fleet.stored.map(({ pulls }) => pulls.map(({ base }) => base));
    expect(bases).toEqual([["next"], []]);
  });

  it("publishes no repository that is named by its path", async () => {
    const fleet = await fleetOnForge({ a: MATCH }, { more: PUBLISH });
    const entries = [join(fleet.forge.bare ?? "", "octo/a.git")];
    const local = await fleetOnForge({}, { more: PUBLISH, entries });
    expect((await local.run()).exitCode).toBe(0);
    expect(Object.values(await local.states())).toEqual(["planned: no-forge"]);
  });

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

  it("keeps merge requests on GitLab", async () => {
    const fleet = await fleetOnForge(TWO, { more: PUBLISH, on: "gitlab" });
    const { exitCode, stdout } = await fleet.run();
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("opened https://gitlab.test/")]);
    expect(fleet.pulls()).toEqual(["octo/a fleet/rename open", "octo/c fleet/rename open"]);
    expect(await fleet.states()).toEqual({ [A]: "published", [C]: "published" });
  });

  it("looks at the repositories that a forge lists, and asks for them once a round", async () => {
    const entries = ["{ forge: github, org: octo, exclude: [c] }"];
    const fleet = await fleetOnForge(TWO, { more: PUBLISH, entries });
    addRepository(fleet.forge.state, "octo/old").isArchived = true;
    const { exitCode, stderr } = await fleet.run(["--dry-run"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(await fleet.states()).toEqual({ "octo/a": "planned: dry-run" });
    addRepository(fleet.forge.state, "octo/new");
    fleet.forge.calls.length = 0;
    expect((await fleet.run(["--resume"])).exitCode).toBe(0);
    expect(await fleet.states()).toEqual({ "octo/a": "published" });
    expect(fleet.forge.calls.map(deedOf)).not.toContain("GET /orgs/octo/repos");
    expect(existsSync(fleet.state)).toBe(true);
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
