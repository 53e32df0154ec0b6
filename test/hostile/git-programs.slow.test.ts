import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, writeTree } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["**/*.js"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;
const BASE = { "recipe.yaml": RECIPE, "src/a.js": "f(1);\n" };
const POLICY = `version: 1
default: { verdict: apply, reason: A test. }
guards:
  - { id: uncommitted, when: { dirtyFiles: true }, verdict: hold, reason: Not committed. }
`;

/** Runs git as a person does; it may fail. */
function plainGit(root: string, ...args: string[]): void {
  try {
    execFileSync("git", args, { cwd: root, stdio: "ignore", timeout: 10_000 });
  } catch {
    // Most programs of a trap fail.
  }
}

function writeScript(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** Traps in the configuration of a checkout, with the command of plain git that shows that each one works. */
const TRAPS = [
  {
    name: "a filter, which .gitattributes gives to each file",
    config: (run: string) => `[filter "x"]\n\tclean = "${run}; cat"\n\trequired = true\n`,
    head: { ".gitattributes": "* filter=x\n" },
  },
  {
    name: "a long-running filter",
    config: (run: string) => `[filter "x"]\n\tprocess = "${run}"\n\trequired = true\n`,
    head: { ".gitattributes": "* filter=x\n" },
  },
  { name: "a file monitor", config: (run: string) => `[core]\n\tfsmonitor = "${run}; false"\n` },
  {
    name: "a hook",
    config: () => "[core]\n\thooksPath = .hooks\n",
    hook: "post-index-change",
  },
  {
    name: "ssh, for an object that a partial clone does not have",
    config: (run: string) =>
      `[remote "origin"]\n\turl = ssh://127.0.0.1/x\n\tpromisor = true\n[core]\n\tsshCommand = "${run}; false"\n`,
    args: ["fetch", "origin"],
  },
  {
    name: "an external diff",
    config: (run: string) => `[diff]\n\texternal = "${run}; true"\n`,
    args: ["diff", "HEAD~1"],
  },
  {
    name: "a conversion for differences",
    config: (run: string) => `[diff "x"]\n\ttextconv = "${run}; cat"\n`,
    head: { ".gitattributes": "* diff=x\n" },
    args: ["diff", "HEAD~1"],
  },
] as const;

interface OpenTrap {
  readonly config: (run: string) => string;
  readonly head?: Readonly<Record<string, string>>;
  readonly hook?: string;
}

async function openTrap({ config, head = {}, hook }: OpenTrap) {
  const request = await openPullRequest({
    base: BASE,
    head: () => ({ ...head, "src/b.js": "f(2);\n" }),
  });
  const { root, canary, outside } = request;
  appendFileSync(join(root, ".git/config"), config(`touch ${canary}`));
  if (hook !== undefined) {
    writeTree(root, { [`.hooks/${hook}`]: "" });
    writeScript(join(root, ".hooks", hook), `touch ${canary}`);
  }
  for (const path of ["src/a.js", "src/b.js"]) utimesSync(join(root, path), 1, 1);
  writeTree(outside, { "policy.yaml": POLICY });
  return request;
}

describe("a checkout whose git settings name a program", () => {
  it.each(TRAPS)("does not run it: $name", async (trap) => {
    const plain = await openTrap(trap);
    plainGit(plain.root, ...("args" in trap ? trap.args : ["status"]));
    expect(existsSync(plain.canary), "plain git runs it").toBe(true);
    const request = await openTrap(trap);
    const policy = join(request.outside, "policy.yaml");
    const attempts = await checkSafely(request, { recipes: ["recipe.yaml"], policy });
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(attempts.map(({ report }) => report?.totals.replacements)).toEqual([2, 2]);
  });
});

describe("a repository among the files of a pull request", () => {
  /** The files of a bare repository that runs a program when git compares files, below a folder of the tree. */
  function bareRepository(root: string, canary: string): void {
    const bare = join(root, "sub");
    git(root, "init", "-q", "--bare", bare);
    writeTree(bare, {
      "a.js": "f(3);\n",
      ".gitattributes": "*.js filter=x\n",
      "objects/.keep": "",
    });
    writeTree(bare, { "refs/.keep": "" });
    git(bare, "config", "core.bare", "false");
    git(bare, "config", "core.worktree", "..");
    git(bare, "config", "filter.x.clean", `touch ${canary}; cat`);
    git(bare, "config", "core.fsmonitor", `touch ${canary}; false`);
  }

  it("is no repository: a bare one in the folder that is the root", async () => {
    const open = () =>
      openPullRequest({
        base: BASE,
        prepare: (root) => bareRepository(root, join(root, "../canary")),
      });
    const plain = await open();
    plainGit(join(plain.root, "sub"), "status");
    expect(existsSync(plain.canary), "plain git runs it").toBe(true);
    const request = await open();
    const recipe = join(request.root, "recipe.yaml");
    const attempts = await checkSafely(request, { recipes: [recipe], folder: "sub" });
    expect(attempts.map(({ report }) => report?.totals.filesMatched)).toEqual([1, 1]);
  });

  it("is refused if a file `.git` names it", async () => {
    const open = async () => {
      const request = await openPullRequest({
        base: BASE,
        prepare(root) {
          bareRepository(root, join(root, "../canary"));
          writeTree(root, { "other/a.js": "f(4);\n" });
        },
      });
      git(join(request.root, "sub"), "config", "--unset", "core.worktree");
      writeTree(request.root, { "other/.git": "gitdir: ../sub\n" });
      return request;
    };
    const plain = await open();
    plainGit(join(plain.root, "other"), "status");
    expect(existsSync(plain.canary), "plain git runs it").toBe(true);
    const request = await open();
    const recipe = join(request.root, "recipe.yaml");
    const attempts = await checkSafely(request, { recipes: [recipe], folder: "other" });
    for (const { exitCode, output } of attempts) {
      expect(exitCode).not.toBe(0);
      expect(output).toContain("a repository among the files of another one is not used");
    }
  });
});
