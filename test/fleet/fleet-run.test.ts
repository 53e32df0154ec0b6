import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fleetOf } from "../support/fleet.ts";
import { cli } from "../support/run-cli.ts";
import { git, snapshot, tempTree } from "../support/temp-tree.ts";

const MATCH = { "src/a.ts": "console.log(1);\n" };

describe("sluice fleet run", () => {
  it("H2 ends with each repository in one state, and writes in none of them", async () => {
    const fleet = fleetOf(
      {
        match: MATCH,
        "text-alone": { "a.ts": "// console.log of old\n" },
        "no-text": { "a.ts": "logger.info(1);\n", "a.txt": "console.log(1)\n" },
        "no-language": { "a.txt": "console.log(1)\n" },
        broken: { "a.ts": "console.log(1;\n" },
      },
      {
        entries: [
          "match",
          "text-alone",
          "no-text",
          "no-language",
          "broken",
          "missing",
          "{ path: ./other, ref: nope }",
        ],
      },
    );
    git(fleet.folder, "init", "-q", "other");
    const before = snapshot(join(fleet.folder, "match"));
    const { exitCode, stdout, stderr } = await fleet.run();
    expect(await fleet.states()).toEqual({
      match: "planned",
      "text-alone": "previewed",
      "no-text": "skipped: no-text",
      "no-language": "skipped: no-language",
      broken: "previewed",
      missing: "failed: cannot-clone",
      other: "skipped: empty",
    });
    expect(stderr).toBe("");
    expect(exitCode).toBe(1);
    expect(stdout).toContain("7 repositories: 1 failed, 1 planned, 2 previewed, 3 skipped");
    expect(snapshot(join(fleet.folder, "match"))).toEqual(before);
    expect(readdirSync(join(fleet.state, "plans"))).toHaveLength(1);
  });

  it("keeps a plan that `apply` takes in the repository, of what is committed alone", async () => {
    const fleet = fleetOf({ app: MATCH });
    const root = join(fleet.folder, "app");
    expect((await fleet.run()).exitCode).toBe(0);
    const plan = tempTree({ "plan.json": fleet.planOf("app") });
    const recipe = join(fleet.folder, "rename.yaml");
    const applied = await cli(root, ["apply", join(plan, "plan.json"), "--recipe", recipe]);
    expect(applied.stdout + applied.stderr).toContain("1 file changed");
    expect(snapshot(root)["src/a.ts"]).toContain("logger.info(1);");
    // The edit is not committed, so that the fleet finds the same again.
    const first = fleet.planOf("app");
    await fleet.run();
    expect(fleet.planOf("app")).toBe(first);
  });

  it("takes the policy of the fleet, and not that of a repository, unless it says so", async () => {
    const hold = {
      ...MATCH,
      "sluice.policy.yaml": "version: 1\ndefault: { verdict: hold, reason: Ours. }\n",
      "sluice.yaml": "version: 1\nrecipes: [none.yaml]\n",
    };
    const stateOf = async (policy: string) => {
      const fleet = fleetOf({ app: hold }, { policy });
      await fleet.run();
      return JSON.parse(fleet.planOf("app")).actions.map(
        (action: { state: string }) => action.state,
      );
    };
    expect(await stateOf("apply-all")).toEqual(["would-apply"]);
    expect(await stateOf("repository")).toEqual(["held"]);
  });

  it("looks only at the paths of an entry, with its own inputs", async () => {
    const recipe = `version: 1\nname: rename\ninputs: { to: { type: string, default: info } }
steps: [{ id: e, ast_edit: { ops: [{ pat: console.log($A), out: "\${{ inputs.to }}($A)" }] } }]\n`;
    const files = { "src/a.ts": "console.log(1);\n", "lib/b.ts": "console.log(1);\n" };
    const fleet = fleetOf(
      { app: files },
      { recipe, entries: ["{ path: app, paths: [src], inputs: { to: warn } }"] },
    );
    await fleet.run();
    const { actions } = JSON.parse(fleet.planOf("app"));
    expect(actions.flatMap((action: { facts: { files: string[] } }) => action.facts.files)).toEqual(
      ["src/a.ts"],
    );
    expect(fleet.planOf("app")).toContain("warn(1)");
  });

  it.each([
    [
      "a recipe that is missing",
      { entries: ["app"], more: "inputs: { x: 1 }\n" },
      "fleet.yaml:4:11: error: No recipe of this run declares an input `x`.",
    ],
    [
      "inputs of an entry that no recipe takes",
      { entries: ["{ path: app, inputs: { x: 1 } }"] },
      "fleet.yaml:5:28: error: No recipe of this run declares an input `x`.",
    ],
    [
      "an input of another type",
      {
        recipe: `version: 1\nname: r\ninputs: { to: { type: number, default: 1 } }
steps: [{ id: e, ast_edit: { ops: [{ pat: a, out: b }] } }]\n`,
        entries: ["{ path: app, inputs: { to: x } }"],
      },
      'fleet.yaml:5:28: error: Input `to` must be of type number, and is `"x"`.',
    ],
    ["a policy that is missing", { policy: "no.yaml" }, "no.yaml"],
    [
      "a recipe that brings code",
      { recipe: "version: 1\nname: r\nsteps: [{ id: c, command: [x] }]\n" },
      "brings code of its own",
    ],
  ])("refuses %s before anything is fetched", async (_what, settings, message) => {
    const fleet = fleetOf({ app: MATCH }, settings);
    const { exitCode, stderr } = await fleet.run();
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(await fleet.states()).toEqual({});
    expect(readdirSync(fleet.folder)).not.toContain("mirrors");
  });

  it("reads no fleet file of a pull request, unless the caller trusts it", async () => {
    const fleet = fleetOf({ app: MATCH });
    const env = {
      PATH: process.env.PATH,
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: "pull_request",
    };
    const refused = await fleet.run([], { env });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("is for a pull request, or may be");
    expect((await fleet.run(["--trust", "all"], { env })).exitCode).toBe(0);
  });

  it("goes on with a round, tries failures again, and does one repository", async () => {
    const fleet = fleetOf({ app: MATCH }, { entries: ["app", "late"] });
    expect((await fleet.run()).exitCode).toBe(1);
    expect((await fleet.run(["--resume"])).stdout).toContain("0 of 2 repositories");
    git(fleet.folder, "clone", "-q", "app", "late");
    expect((await fleet.run(["--failed-only"])).stdout).toContain("1 of 2 repositories");
    expect(await fleet.states()).toEqual({ app: "planned", late: "planned" });
    expect((await fleet.run(["--only", "late"])).exitCode).toBe(0);
    expect(await fleet.states()).toEqual({ late: "planned" });
  });

  it("runs as a bare `fleet FILE`, and shows states and jobs", async () => {
    const fleet = fleetOf({ app: MATCH });
    const bare = await cli(fleet.folder, ["fleet", "fleet.yaml", "--mirrors", "m", "--quiet"]);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
    const status = await cli(fleet.folder, ["fleet", "status", "fleet.yaml", "--format", "json"]);
    expect(JSON.parse(status.stdout)).toMatchObject({
      repositories: [{ name: "app", state: "planned" }],
    });
    const list = await cli(fleet.folder, ["fleet", "list", "fleet.yaml", "--format", "json"]);
    expect(JSON.parse(list.stdout)).toEqual({
      include: [{ name: "app", path: join(fleet.folder, "app") }],
    });
    expect((await cli(fleet.folder, ["fleet", "list", "fleet.yaml"])).stdout).toBe("app\n");
    const none = await cli(fleet.folder, ["fleet", "status", "other.yaml"]);
    expect(none).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("There is no round"),
    });
  });
});
