import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { git, readText, tempRepository, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

it("searches its root where a hook of another repository starts it", () => {
  const other = tempRepository({ "other.ts": "old(1);\n" });
  const root = tempRepository({
    "a.ts": "old(1);\n",
    ".gitignore": "a.ts\n", // Of no effect on a file in the index.
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  });
  const env = {
    ...process.env,
    GIT_DIR: join(other, ".git"),
    GIT_INDEX_FILE: join(other, ".git/index"),
  };
  const argv = [MAIN, "preview", "r.yaml", "--format", "json"];
  const { stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8", env });
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, totals: { filesMatched: 1 } });
});

const COMMITTING = {
  "a.ts": "old(1);\n",
  "b.txt": "b\n",
  "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  "sluice.policy.yaml":
    "version: 1\ndefault: { verdict: apply, reason: Yes. }\ncommits: { per: run }\n",
};

/** Changes and stages a file, and commits it in a repository whose hook runs a recipe with commits. */
function commitWith(hook: string, argv: readonly string[]) {
  const root = tempRepository(COMMITTING);
  git(root, "config", "user.name", "Ada");
  git(root, "config", "user.email", "ada@example.com");
  const script = `#!/bin/sh\n"${process.execPath}" "${MAIN}" run r.yaml > .git/said 2>&1\n`;
  mkdirSync(join(root, ".git/hooks"), { recursive: true });
  writeFileSync(join(root, ".git/hooks", hook), script, { mode: 0o755 });
  writeTree(root, { "b.txt": "changed\n" });
  if (argv.length === 0) git(root, "add", "b.txt");
  const { status } = spawnSync("git", ["commit", "-qm", "Mine", ...argv], { cwd: root });
  const subjects = git(root, "log", "--format=%s").trim().split("\n");
  return { root, status, subjects, said: readText(root, ".git/said") };
}

it.each([
  ["a commit of what is staged", []],
  ["commit --all", ["--all"]],
  ["a commit of a path", ["b.txt"]],
])("makes no commit in a hook before %s, and writes nothing", (_what, argv) => {
  const { root, status, subjects, said } = commitWith("pre-commit", argv);
  expect(said).toContain("`git commit` is in progress");
  expect([status, subjects]).toEqual([1, ["State"]]);
  expect(readText(root, "a.ts")).toBe("old(1);\n");
  const staged = git(root, "diff", "--cached", "--name-only").trim();
  expect(staged).toBe(argv.length === 0 ? "b.txt" : "");
});

it("makes its commits if a hook that receives a push elsewhere starts it", () => {
  const other = tempRepository({});
  const root = tempRepository(COMMITTING);
  const env = {
    ...process.env,
    GIT_DIR: join(other, ".git"),
    GIT_QUARANTINE_PATH: join(other, ".git/objects/incoming"),
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  spawnSync(process.execPath, [MAIN, "run", "r.yaml"], { cwd: root, env });
  expect(git(root, "show", "--format=%an", "--name-only").split("\n")).toEqual([
    "Ada",
    "",
    "a.ts",
    "",
  ]);
  expect(git(other, "log", "--format=%s").trim()).toBe("State");
});

it("makes its commits in the hook after a commit", () => {
  const { root, status, subjects } = commitWith("post-commit", []);
  expect([status, subjects.length]).toEqual([0, 3]);
  expect(subjects.slice(1)).toEqual(["Mine", "State"]);
  expect(git(root, "show", "--format=", "--name-only").trim()).toBe("a.ts");
});
