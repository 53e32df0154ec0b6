import { expect, it } from "vitest";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";

const recipe = (declaration: string) => `version: 1
name: r
inputs:
  first: { type: string, pattern: "[a-z]+" }
  slow: { type: string, pattern: "(a+)+b"${declaration} }
steps:
  - { id: s, ast_edit: { ops: [{ pat: "f(\${{ inputs.slow }})", out: "\${{ inputs.first }}()" }] } }
`;
const long = "a".repeat(60);

it.each([
  ["a default", recipe(`, default: ${long}`), {}],
  ["a value", recipe(""), { slow: long, first: "x" }],
])("ends a pattern that takes for ever on %s, and names it", (_what, text, values) => {
  const { recipe: loaded, diagnostics } = loadRecipe(text, "r.yaml", { kind: "values", values });
  expect(loaded).toBeUndefined();
  expect(diagnostics.map(({ line, message }) => [line, message])).toEqual([
    [5, expect.stringContaining("The `pattern` of input `slow` took too long")],
  ]);
});
