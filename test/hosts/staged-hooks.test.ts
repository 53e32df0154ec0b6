import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { commitAll, git, readText, tempRepository, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const SLUICE = resolve(import.meta.dirname, "../../bin/sluice.mjs");
const RECIPE = recipeOf([["f($A)", "g($A)"]], "per: file");

/** A repository whose commits run a command of Sluice first. */
function setUp(command: string): string {
  const root = tempRepository({ "r.yaml": RECIPE, "a.ts": "old();\n", "b.ts": "old();\n" });
  const hook = `#!/bin/sh\nexec node ${SLUICE} ${command} --staged >hook.log 2>&1\n`;
  writeTree(root, { ".git/hooks/pre-commit": hook, ".git/info/exclude": "hook.log\n.sluice\n" });
  chmodSync(join(root, ".git/hooks/pre-commit"), 0o755);
  return root;
}

const FIX = "run r.yaml --policy apply-all";

function commit(root: string, ...argv: string[]) {
  const { status, stderr } = spawnSync("git", ["commit", "-m", "x", ...argv], {
    cwd: root,
    encoding: "utf8",
  });
  const log = existsSync(join(root, "hook.log"))
    ? readFileSync(join(root, "hook.log"), "utf8")
    : "";
  return { status, text: `${stderr}${log}` };
}

const committed = (root: string, path: string) => git(root, "show", `HEAD:${path}`);
const status = (root: string) => git(root, "status", "--porcelain");

describe("a commit", () => {
  it("is prevented by what is staged, although the work tree is clean of it", () => {
    const root = setUp("preview r.yaml --check");
    writeTree(root, { "a.ts": "f(1);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "h(1);\n" });
    const { status: code, text } = commit(root);
    expect([code, text]).toEqual([1, expect.stringContaining("-f(1);")]);
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "f(2);\n" });
    expect(commit(root).status).toBe(0);
    expect(committed(root, "a.ts")).toBe("h(1);\n");
  });

  it("has the edits, and nothing that was not staged", () => {
    const root = setUp(FIX);
    const far = "x();\n".repeat(8);
    writeTree(root, { "a.ts": `f(1);\n${far}`, "b.ts": "f(2);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": `f(1);\n${far}f(3);\n` });
    expect(commit(root).status).toBe(0);
    expect([committed(root, "a.ts"), readText(root, "a.ts")]).toEqual([
      `g(1);\n${far}`,
      `g(1);\n${far}f(3);\n`,
    ]);
    expect(status(root)).toBe(" M a.ts\n M b.ts\n");
  });

  it("with -a has the edits, and leaves nothing staged or changed", () => {
    const root = setUp(FIX);
    writeTree(root, { "a.ts": "f(1);\n" });
    expect(commit(root, "-a").status).toBe(0);
    expect([committed(root, "a.ts"), status(root)]).toEqual(["g(1);\n", ""]);
  });

  it("of named files is refused, because git would undo the edit in the other index; a preview works", () => {
    const root = setUp(FIX);
    writeTree(root, { "a.ts": "f(1);\n", "b.ts": "f(2);\n" });
    git(root, "add", "b.ts");
    const { status: code, text } = commit(root, "a.ts");
    expect([code, text]).toEqual([1, expect.stringContaining("git commit <path>")]);
    expect([status(root), readText(root, "a.ts")]).toEqual([" M a.ts\nM  b.ts\n", "f(1);\n"]);
    const preview = setUp("preview r.yaml --check");
    writeTree(preview, { "a.ts": "h(1);\n", "b.ts": "f(2);\n" });
    git(preview, "add", "b.ts");
    expect(commit(preview, "a.ts").status).toBe(0); // Only a.ts is committed.
    expect(commit(preview).status).toBe(1);
  });

  it("in a linked work tree, and of a merge", () => {
    const root = setUp(FIX);
    const linked = `${root}-linked`;
    git(root, "worktree", "add", "-q", "-b", "other", linked);
    writeTree(linked, { "a.ts": "f(1);\n" });
    git(linked, "add", "a.ts");
    expect(commit(linked).status).toBe(0);
    expect([committed(linked, "a.ts"), status(linked)]).toEqual(["g(1);\n", ""]);
    writeTree(root, { "b.ts": "h();\n" });
    git(root, "-c", "core.hooksPath=/dev/null", "commit", "-qam", "y");
    git(root, "merge", "-q", "--no-commit", "--no-ff", "other");
    writeTree(root, { "b.ts": "f(5);\n" });
    git(root, "add", "b.ts");
    expect(commit(root).status).toBe(0);
    expect([committed(root, "b.ts"), status(root)]).toEqual(["g(5);\n", ""]);
    expect(git(root, "log", "-1", "--format=%P").trim().split(" ")).toHaveLength(2);
  });

  it("of another repository is not looked at: the index that git names is not that of the root", () => {
    const root = setUp(FIX);
    const other = tempRepository({ "r.yaml": RECIPE, "a.ts": "old();\n" });
    writeTree(other, { "a.ts": "f(1);\n" });
    git(other, "add", "a.ts");
    const hook = `#!/bin/sh\nexec node ${SLUICE} ${FIX} --staged --root ${other}\n`;
    writeTree(root, { ".git/hooks/pre-commit": hook.replace("r.yaml", join(other, "r.yaml")) });
    writeTree(root, { "a.ts": "f(2);\n" });
    git(root, "add", "a.ts");
    expect(commit(root).status).toBe(0);
    expect([committed(root, "a.ts"), git(other, "show", ":a.ts")]).toEqual(["f(2);\n", "g(1);\n"]);
  });
});

it("is taken back by undo in the work tree and in the index", () => {
  const root = setUp("preview r.yaml");
  commitAll(root);
  writeTree(root, { "a.ts": "f(1);\n" });
  git(root, "add", "a.ts");
  const run = (...argv: string[]) => spawnSync("node", [SLUICE, ...argv], { cwd: root });
  expect(run("run", "r.yaml", "--policy", "apply-all", "--staged").status).toBe(0);
  expect(run("undo").status).toBe(0);
  expect([readText(root, "a.ts"), git(root, "show", ":a.ts")]).toEqual(["f(1);\n", "f(1);\n"]);
});
