import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { TestedRecipe } from "../src/model/recipe/recipe-tests.ts";
import { cli } from "./support/run-cli.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RECIPES = join(ROOT, "recipes");

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
    const listing = sluice(["list", "--root", root]);
    const { stdout } = await listing.finally(() => rm(root, { recursive: true }));
    for (const name of recipes) {
      expect(stdout).toMatch(new RegExp(`^${name}  +\\S.+`, "m"));
    }
  });

  it.each(recipes)("say the name of their folder, and what they do: %s", async (recipe) => {
    const text = await readFile(recipeFile(recipe), "utf8");
    expect(text.match(/^name: (.+)$/m)?.[1]).toBe(recipe);
    expect(text).toMatch(/^description: \S.+\.$/m);
  });

  it("turn the input of each of their cases into what is expected, once", async () => {
    const { stdout } = await sluice(["test", "--root", ROOT, "--format", "json"]);
    const product = JSON.parse(stdout) as { readonly recipes: readonly TestedRecipe[] };
    expect(product.recipes.map(({ recipe }) => recipe)).toEqual([...recipes].sort());
    for (const { recipe, state, cases } of product.recipes) {
      expect({ recipe, state }).toEqual({ recipe, state: "passed" });
      expect(cases.filter(({ isPositive }) => isPositive)).not.toEqual([]);
    }
  });
});

function recipeFile(name: string): string {
  return join(RECIPES, name, "recipe.yaml");
}

/** Rejects if the exit code is not 0. */
async function sluice(commandLine: readonly string[]) {
  const result = await cli(RECIPES, commandLine);
  const told = `${result.stderr}${result.stdout}`;
  if (result.exitCode !== 0) throw new Error(`Exit code ${result.exitCode}: ${told}`);
  return result;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
