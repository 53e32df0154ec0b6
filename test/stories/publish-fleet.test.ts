import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fleetOnForge } from "../support/fleet-forge.ts";
import { deedOf, isWrite } from "../support/forge/forge-server.ts";
import { addRepository } from "../support/forge/forge-state.ts";
import { git } from "../support/temp-tree.ts";

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
