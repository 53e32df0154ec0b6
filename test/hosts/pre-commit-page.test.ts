import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOfPage } from "../support/blocks-of-page.ts";
import { git, readText, type Tree, tempRepository, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const PAGE = "docs/pre-commit.md";
const [plainPreview = "", plainRun = "", huskyPreview = "", huskyRun = ""] = blocksOfPage(
  PAGE,
  "shell",
);
const [lintStaged = ""] = blocksOfPage(PAGE, "json");

/** Without what makes lint-staged print its steps as events, and colours. */
const PLAIN = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1" };
const FAR = `function g() {}\n${"x();\n".repeat(8)}`;

/** A project in which Sluice, husky and lint-staged are installed, with a file that is clean. */
function setUp(files: Tree = {}): string {
  const root = tempRepository({
    "recipes/swap.yaml": recipeOf([["f($A)", "g($A)"]], "per: file"),
    ".gitignore": "node_modules\n",
    "a.ts": `old();\n${FAR}`,
    ...files,
  });
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  for (const name of ["husky", "lint-staged"]) {
    symlinkSync(join(PROJECT, "node_modules", name), join(root, "node_modules", name));
    symlinkSync(join(PROJECT, "node_modules/.bin", name), join(root, "node_modules/.bin", name));
  }
  symlinkSync(PROJECT, join(root, "node_modules/sluice"));
  symlinkSync("../sluice/bin/sluice.mjs", join(root, "node_modules/.bin/sluice"));
  return root;
}

function withHook(root: string, path: string, text: string): string {
  writeTree(root, { [path]: text });
  chmodSync(join(root, path), 0o755);
  return root;
}

/** The ways of the page, by what makes them: a project whose commits run a hook. */
function withPlainHook(text: string): string {
  return withHook(setUp(), ".git/hooks/pre-commit", text);
}

function withHusky(text: string): string {
  const root = setUp({ ".husky/pre-commit": text });
  const { status, stderr } = spawnSync("npx", ["--no-install", "husky"], {
    cwd: root,
    encoding: "utf8",
  });
  expect([status, git(root, "config", "core.hooksPath").trim()], stderr).toEqual([0, ".husky/_"]);
  return root;
}

function withLintStaged(): string {
  const root = setUp({ "package.json": lintStaged });
  return withHook(root, ".git/hooks/pre-commit", "#!/bin/sh\nexec npx --no-install lint-staged\n");
}

function commit(root: string, ...argv: string[]) {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, "commit", "-m", "x", ...argv], {
    cwd: root,
    env: PLAIN,
    encoding: "utf8",
  });
  return { status, text: `${stdout}${stderr}` };
}

/** Stages a match, and leaves another one and other lines in the work tree alone. */
function stagePartly(root: string): void {
  writeTree(root, { "a.ts": `f(1);\n${FAR}` });
  git(root, "add", "a.ts");
  writeTree(root, { "a.ts": `f(1);\n${FAR}f(2); // not staged\n` });
}

const stateOf = (root: string) => ({
  head: git(root, "show", "HEAD:a.ts"),
  index: git(root, "show", ":a.ts"),
  tree: readText(root, "a.ts"),
  stashes: git(root, "stash", "list"),
});

describe("the ways on the page about commits", () => {
  it.each([
    ["a plain hook", () => withPlainHook(plainPreview)],
    ["husky", () => withHusky(huskyPreview)],
  ])("prevent a commit with a preview in %s, and touch nothing", (_way, make) => {
    const root = make();
    stagePartly(root);
    const before = stateOf(root);
    const { status, text } = commit(root);
    expect([status, text]).toEqual([1, expect.stringContaining("-f(1);\n+g(1);")]);
    expect(stateOf(root)).toEqual(before);
    writeTree(root, { "a.ts": `g(1);\n${FAR}` });
    git(root, "add", "a.ts");
    expect(commit(root).status).toBe(0);
  });

  it.each([
    ["a plain hook", () => withPlainHook(plainRun)],
    ["husky", () => withHusky(huskyRun)],
    ["lint-staged", withLintStaged],
  ])(
    "put the edit into the commit with a run in %s, and nothing that was not staged",
    (_way, make) => {
      const root = make();
      stagePartly(root);
      const { status, text } = commit(root);
      expect(status, text).toBe(0);
      expect(stateOf(root)).toEqual({
        head: `g(1);\n${FAR}`,
        index: `g(1);\n${FAR}`,
        tree: `g(1);\n${FAR}f(2); // not staged\n`,
        stashes: "",
      });
    },
  );

  it("take nothing if lint-staged hands over what the policy holds: it puts all of it back", () => {
    const root = withLintStaged();
    const guards = "guards: [{ id: g, when: {}, verdict: hold, reason: Look. }]\n";
    writeTree(root, { "p.yaml": `version: 1\n${guards}default: { verdict: apply, reason: r. }\n` });
    writeTree(root, { "package.json": lintStaged.replace("safe", "p.yaml") });
    stagePartly(root);
    const before = stateOf(root);
    const { status, text } = commit(root);
    expect([status, text]).toEqual([1, expect.stringContaining("held a.ts — Look.")]);
    expect(stateOf(root)).toEqual(before);
  });

  it("say what to do if `--` is forgotten, and write nothing", () => {
    const root = withLintStaged();
    writeTree(root, { "package.json": lintStaged.replace(' --"', '"') });
    stagePartly(root);
    const before = stateOf(root);
    const { status, text } = commit(root);
    expect([status, text]).toEqual([
      1,
      expect.stringContaining("Put `--` in front of the names of files"),
    ]);
    expect(stateOf(root)).toEqual(before);
  });
});
