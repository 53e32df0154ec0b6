import { expect, it } from "vitest";
import { isPerFile } from "../../../src/model/recipe/is-per-file.ts";
import { callsOf } from "../../../src/model/recipe/recipe.ts";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";

const OPS = "ops: [{ pat: f($A), out: g($A) }]";
const PARSER = "{ javascript: [node, --check] }";
const HOOK = "[{ on: [pre-tool], run: [node, hook.mjs] }]";

/** Says of each step of a recipe if it is per file. */
function judged(steps: string, recipe = ""): readonly boolean[] {
  const text = `version: 1\n${recipe}\nsteps:\n${steps}\n`;
  const read = loadRecipe(text, "r.yaml", { kind: "placeholders" });
  if (read.recipe === undefined) throw new Error(JSON.stringify(read.diagnostics));
  const { recipe: made } = read;
  return callsOf(made).map((call) => isPerFile(call, made, undefined));
}

it.each([
  [true, `  - ast_edit: { ${OPS} }`],
  [true, `  - ast_edit: { ${OPS}, per: match, paths: ["src/**"] }`],
  [false, `  - ast_edit: { ${OPS}, maxFiles: 3 }`],
  [false, `  - ast_edit: { ${OPS}, maxReplacements: 3 }`],
  [false, `  - ast_edit: { ${OPS} }\n    format: [{ run: [cat] }]`],
  [false, `  - ast_edit: { ${OPS} }`, `parsers: ${PARSER}`],
  [false, `  - ast_edit: { ${OPS} }`, `hooks: ${HOOK}`],
  [false, "  - tool: write_file\n    with: { path: a.txt, content: a }"],
  [false, "  - transform: ./codemod.mjs"],
  [false, "  - command: [sort]"],
])("says %s of %j %j", (isIt, step, recipe = "") => {
  expect(judged(step, recipe)).toEqual([isIt]);
});

it("says that a step is not per file if the policy has parsers, unless the recipe has its own", () => {
  const [call] = callsOf(recipeOf(""));
  const policy = { parsers: recipeOf(`parsers: ${PARSER}`).parsers ?? [] };
  if (call === undefined) throw new Error("The recipe has one step.");
  expect(isPerFile(call, { hooks: [] }, policy)).toBe(false);
  expect(isPerFile(call, { hooks: [], parsers: [] }, policy)).toBe(true);
});

function recipeOf(keys: string) {
  const text = `version: 1\n${keys}\nsteps:\n  - ast_edit: { ${OPS} }\n`;
  const { recipe, diagnostics } = loadRecipe(text, "r.yaml", { kind: "placeholders" });
  if (recipe === undefined) throw new Error(JSON.stringify(diagnostics));
  return recipe;
}
