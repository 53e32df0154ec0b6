import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runShellSteps } from "../action/composite-action.ts";
import { copyAction, useJob } from "../action/job.ts";
import { git } from "../support/temp-tree.ts";

const LIMIT = { timeout: 600_000 };

describe("scripts/release.mjs", { shuffle: false }, () => {
  const { folders, changes } = useJob();
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "sluice-release-test-"));
    await copyAction(root);
    git(root, "init", "--quiet");
    commitAll("Start");
  }, 60_000);
  afterAll(() => rm(root, { recursive: true, force: true }));

  const commitAll = (message: string) => {
    git(root, "config", "user.name", "t");
    git(root, "config", "user.email", "t@example.com");
    git(root, "add", "--all");
    git(root, "commit", "--quiet", "-m", message);
  };
  const release = (...args: readonly string[]) => {
    const script = join(root, "scripts/release.mjs");
    const ended = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: "utf8" });
    return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr };
  };

  test("a commit without dist/ is no release, and nothing is released of changes", LIMIT, () => {
    expect(release("check")).toMatchObject({ status: 0, stderr: "" });
    expect(release("check", "gone")).toMatchObject({
      status: 1,
      stderr: "There is no commit gone.\n",
    });
    writeFileSync(join(root, "new.txt"), "");
    expect(release("make")).toMatchObject({
      status: 1,
      stderr: "There are changes that are not committed.\n",
    });
    git(root, "clean", "--quiet", "-f");
    expect(git(root, "tag", "--list")).toBe("");
  });

  test(
    "a release adds dist/ to a commit beside the branch, and is what its sources make",
    LIMIT,
    () => {
      const head = git(root, "rev-parse", "HEAD");
      expect(release("make")).toMatchObject({ status: 0 });
      expect([git(root, "rev-parse", "HEAD"), git(root, "rev-parse", "v0.1.0^")]).toEqual([
        head,
        head,
      ]);
      expect(git(root, "status", "--porcelain")).toBe("");
      expect(existsSync(join(root, "dist"))).toBe(false);
      expect(git(root, "ls-tree", "--name-only", "v0.1.0", "dist/action/main.js")).not.toBe("");
      expect(git(root, "ls-tree", "--name-only", "-r", "v0.1.0", "dist")).not.toMatch(
        /\.code(\.seen)?$/m,
      );
      expect(release("check", "v0.1.0")).toMatchObject({ status: 0 });
      expect(release("make")).toMatchObject({ status: 1 });
      expect(git(root, "worktree", "list").split("\n")).toHaveLength(2);
    },
  );

  test("the action runs from the tag of a release, and builds nothing", LIMIT, async () => {
    const action = join(folders.temp, "tag");
    mkdirSync(action);
    const archive = spawnSync("git", ["-C", root, "archive", "v0.1.0"], { maxBuffer: 2 ** 28 });
    spawnSync("tar", ["-x", "-C", action], { input: archive.stdout });
    const result = await runShellSteps({ ...folders, action }, { recipes: "swap" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { applied: "1" } });
    expect(result.log).not.toContain("npm run build");
    expect(existsSync(join(action, "node_modules/typescript"))).toBe(false);
    expect(changes()).toBe("");
  });

  test("a dist/ that its sources do not make is found, file by file", LIMIT, () => {
    git(root, "checkout", "--quiet", "v0.1.0");
    writeFileSync(join(root, "dist/action/main.js"), "evil();\n");
    writeFileSync(join(root, "dist/new.js"), "");
    writeFileSync(join(root, "README.md"), "");
    rmSync(join(root, "dist/index.d.ts"));
    chmodSync(join(root, "dist/index.js"), 0o755);
    git(root, "add", "--all", "--force", "dist", "README.md");
    git(root, "commit", "--quiet", "--amend", "-m", "Forged");
    const { status, stderr } = release("check");
    expect(status).toBe(1);
    for (const line of [
      "README.md: changed by the release itself",
      "dist/action/main.js: other than the sources make it",
      "dist/index.d.ts: missing",
      "dist/index.js: other than the sources make it",
      "dist/new.js: not made by the sources",
    ])
      expect(stderr).toContain(`\n${line}\n`);
  });
});
