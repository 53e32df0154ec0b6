import { describe, expect, it } from "vitest";
import type { TestedRecipe } from "../src/model/recipe/recipe-tests.ts";
import { ROOT, recipes, sluice } from "./support/shipped-cases.ts";

describe("the recipes that ship", () => {
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
