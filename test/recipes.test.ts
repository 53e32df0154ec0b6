import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "./support/run-cli.ts";

const RECIPES = fileURLToPath(new URL("../recipes", import.meta.url));

let runs = 0;
const recipes = await foldersIn(RECIPES);

describe("the recipes that ship", () => {
  it("are in the folder of this test", () => {
    expect(recipes).not.toEqual([]);
  });

  it("are valid, without a warning", async () => {
    const files = recipes.map((name) => recipeFile(name));
    const { stdout, stderr } = await sluice(["validate", ...files]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(new RegExp(`^${recipes.length} files checked, 0 errors\\.\\s*$`));
  });

  it("are listed by the name of their folder, each with its description", async () => {
    const root = await mkdtemp(join(tmpdir(), "sluice-recipes-"));
    const { stdout } = await sluice(["list", "--root", root]).finally(() => remove(root));
    for (const name of recipes) {
      expect(stdout).toMatch(new RegExp(`^${name}  +\\S.+`, "m"));
    }
  });
});

describe.each(recipes)("the recipe %s", (recipe) => {
  const folder = join(RECIPES, recipe, "cases");
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "sluice-recipe-"));
  });

  afterAll(() => remove(root));

  it("says its folder's name and what it does", async () => {
    const text = await readFile(recipeFile(recipe), "utf8");
    expect(text.match(/^name: (.+)$/m)?.[1]).toBe(recipe);
    expect(text).toMatch(/^description: \S.+\.$/m);
  });

  // All cases lie side by side in one tree: a run takes half a second, and a recipe that ships must
  // not depend on how deep a project lies.
  it("turns the input of each of its cases into what is expected, once", async () => {
    const cases = await foldersIn(folder);
    expect(cases).not.toEqual([]);
    const expected = await readCases(folder, cases, "expected");
    for (const name of cases) {
      await cp(join(folder, name, "input"), join(root, name), { recursive: true });
      expect(await readTree(join(root, name)), name).not.toEqual(expected[name]);
    }

    const first = await run(recipe, root);
    expect(first).toMatchObject({ outcome: "ok", alerts: [], skipped: [], diagnostics: [] });
    expect(await readCases(root, cases)).toEqual(expected);

    const second = await run(recipe, root);
    expect(second).toMatchObject({ outcome: "ok", actions: [], totals: { replacements: 0 } });
    expect(await readCases(root, cases)).toEqual(expected);
  });
});

function recipeFile(name: string): string {
  return join(RECIPES, name, "recipe.yaml");
}

/** The report of one run that applies all. */
async function run(recipe: string, root: string): Promise<unknown> {
  const options = ["--policy", "apply-all", "--root", root, "--format", "json"];
  const { stdout } = await sluice(["run", recipeFile(recipe), ...options]);
  return JSON.parse(stdout);
}

/** Rejects if the exit code is not 0. */
async function sluice(commandLine: readonly string[]) {
  runs += 1;
  const result = await cli(RECIPES, commandLine, { newRunId: () => `run-${runs}` });
  if (result.exitCode !== 0) throw new Error(`Exit code ${result.exitCode}: ${result.stderr}`);
  return result;
}

type Tree = Readonly<Record<string, string>>;

async function readCases(folder: string, cases: readonly string[], below = "") {
  const read = cases.map(
    async (name) => [name, await readTree(join(folder, name, below))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** Every file below a folder by its path, its bytes as Latin-1. */
async function readTree(folder: string): Promise<Tree> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const read = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map(async (file) => {
      const path = relative(folder, file).split(sep).join("/");
      return [path, await readFile(file, "latin1")] as const;
    });
  return Object.fromEntries(await Promise.all(read));
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
