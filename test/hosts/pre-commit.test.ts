import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOfPage } from "../support/blocks-of-page.ts";
import {
  commitAll,
  git,
  readText,
  type Tree,
  tempRepository,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const PROGRAMS = (process.env.SLUICE_PRE_COMMIT ?? "pre-commit").split(delimiter);
const [CONFIG = ""] = blocksOfPage("docs/pre-commit.md", "yaml");
const FAR = "x();\n".repeat(8);

const HOW =
  "Install it with `apt-get install pre-commit` or `python3 -m venv V && V/bin/pip install pre-commit`, and name " +
  `two programs, one before version 4 and one behind it: SLUICE_PRE_COMMIT=pre-commit${delimiter}V/bin/pre-commit.`;

/** The mirror as a repository of hooks, the packed package, and what each program installs. */
let place = "";
let packed = "";

beforeAll(() => {
  for (const program of PROGRAMS) versionOf(program);
  place = mkdtempSync(join(tmpdir(), "sluice-hosts-"));
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", place];
  execFileSync("npm", pack, { cwd: PROJECT });
  packed = join(place, readdirSync(place)[0] ?? "");
  const mirror = join(place, "mirror");
  cpSync(join(PROJECT, "mirror"), mirror, { recursive: true });
  git(mirror, "init", "-q");
  commitAll(mirror);
  git(mirror, "tag", "v0.1.0");
});

afterAll(() => {
  if (place !== "") rmSync(place, { recursive: true, force: true });
});

function versionOf(program: string): number {
  const { stdout, error } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (error !== undefined) throw new Error(`${program} cannot be run: ${error.message}. ${HOW}`);
  return Number(/(\d+)\./.exec(stdout)?.[1]);
}

/** The configuration of the page, with hooks from this checkout. */
function configWith(hooks: readonly string[]): string {
  const config = CONFIG.replace(/repo: .*/, `repo: ${join(place, "mirror")}`);
  const [head = "", ...all] = config.split(/^(?= +- id: )/m);
  const own = all.filter((hook) => hooks.some((id) => hook.includes(`id: ${id}\n`)));
  return head + own.map((hook) => `${hook}        additional_dependencies: [${packed}]\n`).join("");
}

/** A repository with hooks of the page, installed by a program. */
function setUp(program: string, hooks: readonly string[], files: Tree = {}) {
  const root = tempRepository({
    "recipes/swap.yaml": recipeOf([["f($A)", "g($A)"]], "per: file"),
    ".pre-commit-config.yaml": configWith(hooks),
    ".gitignore": ".sluice\n",
    "a.ts": `old();\n${FAR}`,
    "ü b.ts": "old();\n",
    ...files,
  });
  const env = { ...process.env, PRE_COMMIT_HOME: join(place, `home-${PROGRAMS.indexOf(program)}`) };
  const call = (name: string, argv: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(name, argv, { cwd: root, env, encoding: "utf8" });
    return { status, text: `${stdout}${stderr}` };
  };
  expect(call(program, ["install"]).status).toBe(0);
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return { root, commit: () => call("git", [...identity, "commit", "-m", "x"]) };
}

function stagePartly(root: string): void {
  writeTree(root, { "a.ts": `f(1);\n${FAR}`, "ü b.ts": "f(3);\n" });
  git(root, "add", "--all");
  writeTree(root, { "a.ts": `f(1);\n${FAR}f(2); // not staged\n` });
}

const stateOf = (root: string) =>
  ["a.ts", "ü b.ts"].map((path) => [
    git(root, "show", `HEAD:${path}`),
    git(root, "show", `:${path}`),
    readText(root, path),
  ]);

it("there are a pre-commit before version 4, and one behind it", () => {
  const versions = PROGRAMS.map(versionOf);
  expect([Math.min(...versions) < 4, Math.max(...versions) >= 4], HOW).toEqual([true, true]);
});

describe.each(PROGRAMS)("%s", (program) => {
  it("prevents a commit with sluice-preview, and everything stays as it is", () => {
    const { root, commit } = setUp(program, ["sluice-preview"]);
    stagePartly(root);
    const before = stateOf(root);
    const { status, text } = commit();
    expect([status, text]).toEqual([1, expect.stringContaining("-f(3);\n+g(3);")]);
    expect(text).not.toContain("f(2)");
    expect(stateOf(root)).toEqual(before);
    writeTree(root, { "a.ts": "g(1);\n", "ü b.ts": "g(3);\n" });
    git(root, "add", "--all");
    expect(commit().status).toBe(0);
  });

  it("prevents a commit with sluice-run, and has the edit in the work tree, beside what was not staged", () => {
    const { root, commit } = setUp(program, ["sluice-run"]);
    stagePartly(root);
    const { status, text } = commit();
    expect([status, text]).toEqual([
      1,
      expect.stringContaining("files were modified by this hook"),
    ]);
    const tree = `g(1);\n${FAR}f(2); // not staged\n`;
    expect(stateOf(root)).toEqual([
      [`old();\n${FAR}`, `f(1);\n${FAR}`, tree],
      ["old();\n", "f(3);\n", "g(3);\n"],
    ]);
    writeTree(root, { "a.ts": `g(1);\n${FAR}` });
    git(root, "add", "--all");
    writeTree(root, { "a.ts": tree });
    expect(commit().status).toBe(0);
    expect(stateOf(root)[0]).toEqual([`g(1);\n${FAR}`, `g(1);\n${FAR}`, tree]);
  });

  it("runs what sluice.yaml names if a hook has no args, and leaves files alone that were not named", () => {
    const config = configWith(["sluice-preview"]).replace(/ +args: .*\n/, "");
    const { root, commit } = setUp(program, [], { "sluice.yaml": "version: 1\nrecipes: [swap]\n" });
    writeTree(root, { ".pre-commit-config.yaml": config, "ü b.ts": "f(3);\n", "c.ts": "f(4);\n" });
    git(root, "add", ".pre-commit-config.yaml", "ü b.ts");
    const { status, text } = commit();
    expect([status, text]).toEqual([1, expect.stringContaining("-f(3);\n+g(3);")]);
    expect(text).not.toContain("f(4)");
  });

  it("prevents a commit with sluice-validate for a recipe with a fault, and lets sources through", () => {
    const { root, commit } = setUp(program, ["sluice-validate"]);
    writeTree(root, { "a.ts": "f(1);\n", "recipes/swap.yaml": "version: 1\nsteps: 1\n" });
    git(root, "add", "a.ts");
    git(root, "stash", "--keep-index", "-q");
    expect(commit().status).toBe(0);
    git(root, "stash", "pop", "-q");
    git(root, "add", "--all");
    const { status, text } = commit();
    expect([status, text]).toEqual([1, expect.stringContaining("recipes/swap.yaml:2:8: error:")]);
  });

  it("says what to do if `--` is forgotten in args", () => {
    const { root, commit } = setUp(program, ["sluice-preview"]);
    const config = readText(root, ".pre-commit-config.yaml").replace("[swap, --]", "[swap]");
    writeTree(root, { ".pre-commit-config.yaml": config, "ü b.ts": "f(3);\n" });
    git(root, "add", "--all");
    const { status, text } = commit();
    expect([status, text]).toEqual([
      1,
      expect.stringContaining("Put `--` in front of the names of files"),
    ]);
  });
});
