import { expect, it } from "vitest";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";

/** The parentheses of each op, and those of the rules of each step's rule files. */
function parensIn(text: string) {
  const { recipe, diagnostics } = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
  expect(diagnostics).toEqual([]);
  return recipe?.steps.map((step) => {
    if (step.kind !== "ast_edit") throw new Error(step.kind);
    const { ops, parens } = step.params;
    return [...ops.map((op) => ("parens" in op ? op.parens : undefined)), parens];
  });
}

const OPS = `[{ pat: "a($A)", out: "$A" }, { pat: "b($A)", out: "$A", parens: off }, { rule: { pattern: c($A) }, out: "$A", parens: auto }]`;

it.each([
  { recipe: "", own: "", expected: [undefined, "off", "auto", undefined] },
  { recipe: "parens: auto\n", own: "", expected: ["auto", "off", "auto", "auto"] },
  { recipe: "parens: auto\n", own: "parens: off, ", expected: ["off", "off", "auto", "off"] },
  { recipe: "", own: "parens: auto, ", expected: ["auto", "off", "auto", "auto"] },
])(
  "L4 of op, step and recipe, the nearest `parens` counts: $recipe$own",
  ({ recipe, own, expected }) => {
    const text = `version: 1\n${recipe}steps:\n  - ast_edit: { ${own}ops: ${OPS} }\n`;
    expect(parensIn(text)).toEqual([expected]);
  },
);
