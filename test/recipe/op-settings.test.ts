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

it("L6 of op, step and recipe, the nearest `leftovers` counts", () => {
  const ops = `[{ pat: "a($A)", out: "b" }, { rule: { pattern: c($A) }, out: "d", leftovers: list }]`;
  const text = `version: 1\nleftovers: off\nsteps:\n  - ast_edit: { ops: ${ops} }\n  - ast_edit: { leftovers: count, ops: ${ops} }\n`;
  const { recipe } = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
  const settings = recipe?.steps.map((step) =>
    step.kind === "ast_edit"
      ? [...step.params.ops, step.params].map((each) => "leftovers" in each && each.leftovers)
      : [],
  );
  expect(settings).toEqual([
    ["off", "list", "off"],
    ["count", "list", "count"],
  ]);
});
