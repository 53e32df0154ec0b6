import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../../support/run-cli.ts";
import { commitAll, git, tempFolder, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] } }
`;
const CHECKS = "checks: { look: { run: [sh, -c, 'echo ran >> ran.txt; rm ran.txt'] } }\n";
const POLICY = `version: 1
default: { verdict: hold, reason: No. }
${CHECKS}rules: [{ id: all, verdict: apply, reason: All., checks: [look] }]
`;
const FILES = { "recipe.yaml": RECIPE, "sluice.policy.yaml": POLICY, "src/a.js": "f(1);\n" };

describe("a checkout of the default branch that CI builds", () => {
  const GITHUB = {
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: "push",
    GITHUB_REF: "refs/heads/main",
  };
  const GITLAB = {
    GITLAB_CI: "true",
    CI_PIPELINE_SOURCE: "schedule",
    CI_COMMIT_BRANCH: "main",
    CI_DEFAULT_BRANCH: "main",
  };

  it.each<[what: string, exitCode: number, env: Readonly<Record<string, string>>]>([
    ["a push to it", 0, GITHUB],
    ["a dispatch", 0, { ...GITHUB, GITHUB_EVENT_NAME: "workflow_dispatch" }],
    ["a push to another branch", 2, { ...GITHUB, GITHUB_REF: "refs/heads/topic" }],
    [
      "a branch with the whole name of it",
      2,
      { ...GITHUB, GITHUB_REF: "refs/heads/refs/heads/main" },
    ],
    ["a branch of the name origin/main", 2, { ...GITHUB, GITHUB_REF: "refs/heads/origin/main" }],
    ["a tag", 2, { ...GITHUB, GITHUB_REF: "refs/tags/main" }],
    ["a release", 2, { ...GITHUB, GITHUB_EVENT_NAME: "release" }],
    ["another commit than CI names", 2, { ...GITHUB, GITHUB_SHA: "0".repeat(40) }],
    ["a schedule of GitLab", 0, GITLAB],
    ["a branch of GitLab named origin/main", 2, { ...GITLAB, CI_COMMIT_BRANCH: "origin/main" }],
    [
      "a branch of GitLab named by a reference",
      2,
      { ...GITLAB, CI_COMMIT_BRANCH: "refs/heads/main" },
    ],
    ["a branch of GitLab", 2, { ...GITLAB, CI_DEFAULT_BRANCH: "trunk" }],
    ["a system whose default branch is not known", 2, { CIRCLECI: "true", CIRCLE_BRANCH: "main" }],
  ])("is trusted with its checks or not: %s, exit code %i", async (_what, exitCode, env) => {
    const [root, home] = [tempRepository(FILES), tempFolder()];
    const head = git(root, "rev-parse", "HEAD").trim();
    const event = join(home, "event.json");
    writeFileSync(event, '{ "repository": { "default_branch": "main" } }');
    const job = { GITHUB_SHA: head, CI_COMMIT_SHA: head, GITHUB_EVENT_PATH: event, ...env };
    const world = { user: USER, env: { PATH: process.env.PATH, HOME: home, CI: "true", ...job } };
    expect((await cli(root, ["run", "recipe.yaml"], world)).exitCode).toBe(exitCode);
    commitAll(root); // HEAD is no longer what CI names.
    writeTree(root, { "src/a.js": "f(2);\n" });
    if (exitCode === 0) expect((await cli(root, ["run", "recipe.yaml"], world)).exitCode).toBe(2);
  });

  /** Runs as a job for a push to the default branch; undefined for an event without a repository. */
  function pushOn(
    root: string,
    event = '{ "repository": { "default_branch": "main" } }',
    env = {},
  ) {
    const home = tempFolder();
    writeFileSync(join(home, "event.json"), event);
    const sha = git(root, "rev-parse", "HEAD").trim();
    const job = {
      ...GITHUB,
      CI: "true",
      GITHUB_SHA: sha,
      GITHUB_EVENT_PATH: join(home, "event.json"),
    };
    const all = { PATH: process.env.PATH, HOME: home, ...job, ...env };
    return (...argv: string[]) =>
      cli(root, ["run", "recipe.yaml", ...argv], { user: USER, env: all });
  }

  it("is trusted for a schedule of GitHub, whose event names no repository", async () => {
    const root = tempRepository(FILES);
    const schedule = { GITHUB_EVENT_NAME: "schedule" };
    expect((await pushOn(root, '{ "schedule": "0 0 * * *" }', schedule)()).exitCode).toBe(0);
    writeTree(root, { "src/a.js": "f(1);\n" });
    expect((await pushOn(root, "{}")()).exitCode).toBe(2);
  });

  it("is trusted with the files of its commit only, not with what a job has written or unpacked", async () => {
    const root = tempRepository(FILES);
    const run = pushOn(root);
    writeTree(root, {
      "new.yaml": POLICY,
      "sub/recipe.yaml": RECIPE,
      "sub/sluice.policy.yaml": POLICY,
    });
    expect((await run("--policy", "new.yaml")).exitCode).toBe(2);
    expect((await run("--root", "sub")).exitCode).toBe(2);
    writeTree(root, { "sluice.policy.yaml": `${POLICY}# New.\n` });
    expect((await run()).exitCode).toBe(2);
    writeTree(root, { "sluice.policy.yaml": POLICY });
    expect((await run()).exitCode).toBe(0);
  });

  it("is trusted with the line ends with which git checked it out, and with no other difference", async () => {
    const root = tempRepository(FILES);
    const run = pushOn(root);
    const crlf = POLICY.replaceAll("\n", "\r\n");
    writeTree(root, { "sluice.policy.yaml": crlf });
    expect((await run()).exitCode).toBe(0);
    for (const other of [
      crlf.replace("rm ran", "rm run"),
      `${crlf}\r\n`,
      POLICY.replaceAll("\n", "\r"),
    ]) {
      writeTree(root, { "src/a.js": "f(1);\n", "sluice.policy.yaml": other });
      expect((await run()).exitCode).toBe(2);
    }
  });
});
