import { expect, it } from "vitest";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";

it.each([
  ["prompt", (text: string) => `prompt: "${text}"`],
  ["out", (text: string) => `ast_edit: { ops: [{ pat: "f($A)", out: "${text}" }] }`],
])("refuses a text `%s` that the value of an input makes too long", (_key, stepOf) => {
  const text = ["version: 1", "name: a", `inputs: { x: { default: "${"a".repeat(65_000)}" } }`];
  const load = (count: number) =>
    loadRecipe(
      [...text, `steps: [{ ${stepOf("${{ inputs.x }}".repeat(count))} }]`].join("\n"),
      "a.yaml",
      { kind: "values", values: {} },
    );
  const told = "With the values of its inputs this text has 1105000 characters";
  expect(JSON.stringify(load(17))).toContain(told);
  expect(JSON.stringify(load(2))).not.toContain("With the values");
});
