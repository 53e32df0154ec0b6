import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitAll, git, writeTree } from "../support/temp-tree.ts";
import { type Attempt, type Check, checkSafely, openPullRequest } from "./pull-request.ts";

const recipe = (out: string, more = "") => `version: 1
name: r
${more}steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "${out}($A)" }] }
`;
const HOLD = "version: 1\ndefault: { verdict: hold, reason: A person looks. }\n";
const RULES = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["src/**"], rules: ["rules/*.yml"] } }
`;
const rule = (fix: string) =>
  `id: one\nlanguage: js\nrule: { all: [{ pattern: f($A) }, { matches: calls }] }\nfix: ${fix}($A)\n`;
const UTIL = "id: calls\nlanguage: js\nrule: { kind: call_expression }\n";
const BASE = {
  "recipe.yaml": recipe("good"),
  "sluice.policy.yaml": HOLD,
  "src/a.js": "f(1);\n",
  "rules.yaml": RULES,
  "rules/one.yml": rule("good"),
  "utils/calls.yml": UTIL,
  "sgconfig.yml": "utilDirs: [utils]\n",
};

function diffs(attempts: readonly Attempt[]): readonly string[] {
  return attempts.map(({ report }) => report?.actions[0]?.files[0]?.diff ?? "");
}

function codes(attempts: readonly Attempt[]): readonly (readonly string[])[] {
  return attempts.map(({ report }) =>
    (report?.diagnostics ?? [])
      .filter(({ severity }) => severity === "error")
      .map(({ code }) => code),
  );
}

describe("the head of a pull request", () => {
  it("cannot change the recipe and the policy that check it", async () => {
    const request = await openPullRequest({
      base: BASE,
      head: () => ({
        "recipe.yaml": recipe("evil"),
        "sluice.policy.yaml": HOLD.replace("hold", "apply"),
      }),
    });
    const attempts = await checkSafely(request, { recipes: ["recipe.yaml"], mode: "plan" });
    for (const { report } of attempts) {
      expect(report?.totals).toMatchObject({ held: 1, applied: 0 });
      expect(report?.trust).toMatchObject({ mode: "base", base: request.base });
      expect(report?.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
        "source-ignored recipe.yaml",
        "source-ignored sluice.policy.yaml",
      ]);
    }
    for (const diff of diffs(attempts)) expect(diff).toContain("+good(1);");
  });

  it("cannot change rule files, sgconfig.yml and its utilDirs", async () => {
    const request = await openPullRequest({
      base: BASE,
      head: () => ({
        "rules/one.yml": rule("evil"),
        "rules/two.yml": rule("evil").replace("one", "two"),
        "utils/calls.yml": UTIL.replace("call_expression", "number"),
        "sgconfig.yml": "utilDirs: ['../outside']\n",
      }),
      outside: { "calls.yml": "token: canary-5f0e31c9a7d2\n" },
    });
    const attempts = await checkSafely(request, { recipes: ["rules.yaml"] });
    for (const diff of diffs(attempts)) expect(diff).toContain("+good(1)");
  });

  it("cannot hide a shipped recipe", async () => {
    const request = await openPullRequest({
      base: { "src/a.js": "new Date().getTime();\n" },
      head: () => ({
        "recipes/date-now.yaml": recipe("evil"),
        ".sluice/recipes/date-now.yaml": recipe("evil"),
        "date-now": recipe("evil"),
      }),
    });
    const attempts = await checkSafely(request, { recipes: ["date-now"] });
    for (const diff of diffs(attempts)) expect(diff).toContain("+Date.now();");
  });

  it("cannot choose an old policy by branching off from an old commit of the target", async () => {
    const request = await openPullRequest({
      base: { ...BASE, "sluice.policy.yaml": HOLD.replace("hold", "apply") },
      head: () => ({ "src/b.js": "f(2);\n" }),
    });
    const { root } = request;
    git(root, "checkout", "-q", "main");
    writeTree(root, { "sluice.policy.yaml": HOLD });
    commitAll(root);
    const tip = git(root, "rev-parse", "HEAD").trim();
    git(root, "checkout", "-q", "pull-request");
    const env = {
      GITHUB_EVENT_NAME: "",
      GITLAB_CI: "true",
      CI_MERGE_REQUEST_IID: "1",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: request.base,
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    };
    const check = { mode: "plan", recipes: ["recipe.yaml"], env } as const;
    for (const { exitCode, output } of await checkSafely(request, check)) {
      expect(exitCode).toBe(2);
      expect(output).toContain(
        "git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main",
      );
    }
    git(root, "update-ref", "refs/remotes/origin/main", tip);
    for (const { report } of await checkSafely(request, check)) {
      expect(report?.trust).toMatchObject({ mode: "base", base: tip });
      expect(report?.totals).toMatchObject({ held: 1, applied: 0 });
    }
  });

  it("is not read if the base is not in the clone", async () => {
    const request = await openPullRequest({
      base: BASE,
      head: () => ({ "recipe.yaml": recipe("evil") }),
    });
    const sha = "0123456789abcdef0123456789abcdef01234567"; // Nor is the target.
    const attempts = await checkSafely({ ...request, base: sha }, { recipes: ["recipe.yaml"] });
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
    expect(codes(attempts)).toEqual([["base-unavailable"], ["base-unavailable"]]);
    for (const { output } of attempts)
      expect(output).toMatch(/git fetch --depth=1 origin \+refs\/heads\/main:/);
  });
});

/** With this trust the head may configure the run, within its tree. */
const ALL = ["--trust", "all"];

describe("a tree that is trusted with configuration", () => {
  it("reaches nothing outside by utilDirs", async () => {
    const request = await openPullRequest({
      base: BASE,
      head: () => ({ "sgconfig.yml": 'utilDirs: ["../outside/gh", linked]\n' }),
      prepare: (root, outside) => symlinkSync(join(outside, "gh"), join(root, "linked")),
      outside: { "gh/hosts.yml": "github.com: { oauth_token: canary-5f0e31c9a7d2 }\n" },
    });
    const attempts = await checkSafely(request, { recipes: ["rules.yaml"], args: ALL });
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
    for (const found of codes(attempts))
      expect(found.filter((code) => code === "path-out-of-root")).toHaveLength(2);
  });

  it.each<[what: string, target: (outside: string) => string]>([
    ["to .git/config", () => ".git/config"],
    ["out of the root", (outside) => join(outside, "secret.yaml")],
    ["to a device", () => "/dev/zero"],
    ["that is broken", () => "nowhere"],
  ])("follows no link %s, as recipe, policy, inputs and rule file", async (_what, target) => {
    const request = await openPullRequest({
      base: { ...BASE, "link-rules.yaml": RULES.replace("rules/*.yml", "link.yml") },
      prepare(root, outside) {
        rmSync(join(root, "sluice.policy.yaml"));
        for (const name of ["link.yaml", "link.yml", "sluice.policy.yaml"])
          symlinkSync(target(outside), join(root, name));
        const config = join(root, ".git/config"); // Near the first fault, which a frame would show.
        writeFileSync(config, `# canary-5f0e31c9a7d2\n${readFileSync(config, "utf8")}`);
      },
      outside: { "secret.yaml": "token: canary-5f0e31c9a7d2\n" },
    });
    const checks: readonly Check[] = [
      { recipes: ["link.yaml"] },
      { recipes: ["recipe.yaml"] },
      { recipes: ["recipe.yaml"], policy: "safe", args: ["--inputs-file", "link.yaml"] },
      { recipes: ["link-rules.yaml"], policy: "safe" },
    ];
    for (const check of checks) {
      const attempts = await checkSafely(request, {
        ...check,
        args: [...ALL, ...(check.args ?? [])],
      });
      expect(attempts.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
    }
  });

  it("does not wait for a pipe", async () => {
    const request = await openPullRequest({ base: { ...BASE, "keep/x": "" } });
    execFileSync("mkfifo", [join(request.root, "pipe.yaml")]);
    rmSync(join(request.root, "sluice.policy.yaml"));
    execFileSync("mkfifo", [join(request.root, "sluice.policy.yaml")]);
    mkdirSync(join(request.root, "more"));
    for (const args of [[], ["--inputs-file", "pipe.yaml"]]) {
      const recipes = args.length > 0 ? ["recipe.yaml"] : ["pipe.yaml"];
      const attempts = await checkSafely(request, { recipes, args: [...ALL, ...args] });
      for (const found of codes(attempts)) expect(found).toContain("file-unreadable");
    }
  });
});
