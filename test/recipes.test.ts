import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RECIPES, recipes, sluice } from "./support/shipped-cases.ts";

function recipeFile(name: string): string {
  return join(RECIPES, name, "recipe.yaml");
}

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

  it.each(recipes)("keep the meaning of what they write: %s", async (recipe) => {
    expect(await readFile(recipeFile(recipe), "utf8")).toMatch(/^parens: auto$/m);
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
});
