import { expect, it } from "vitest";
import { checkPrompts } from "../../../src/config/prepare/check-prompts.ts";
import { prepareRecipes } from "../../../src/config/prepare/prepare-recipes.ts";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";
import { readerOf } from "../../support/reader-of.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** Its second prompt stands in line 9, at column 13. */
const recipe = (prompt: string) => `version: 1
inputs: { area: {}, list: { type: list } }
steps:
  - id: scan
    prompt: "Scan \${{ inputs.area }} and \${{ inputs.list }}."
    model: { provider: none }
    response: { schema: { type: object } }
  - id: ask
    prompt: ${JSON.stringify(prompt)}
    model: { provider: none }
`;

function problems(prompt: string) {
  const values = { area: "x", list: ["a", "b"] };
  const loaded = loadRecipe(recipe(prompt), "r.yaml", { kind: "values", values });
  expect(loaded.diagnostics).toEqual([]);
  return loaded.recipe ? checkPrompts(loaded.recipe) : undefined;
}

it.each([
  "see @docs/${{ inputs.area }}.md",
  "@${{ inputs.area }}",
  '(@"docs/a b ${{ inputs.area }}.md")',
  '@"docs/a.md"${{ inputs.area }}',
  "x,@${{ inputs.list }}/${{ inputs.area }}",
  "@docs/${{ steps.scan.output }}.md",
  "@${{ steps.scan.output }}",
  "no ~~~ fence\n@${{ inputs.area }}",
  "@docs/a.md and @docs/${{ inputs.area }}",
])("F18 warns once of a prompt with a value in a reference: %s", async (prompt) => {
  expect(await problems(prompt)).toMatchObject([
    {
      code: "input-in-reference",
      severity: "warning",
      message:
        "A reference with a value in it (`@…${{ … }}`) is plain text: values never name files in a prompt.",
      hint: "List the file under `attach:`, where values may stand.",
      ...{ line: 9, column: 13 },
    },
  ]);
});

it.each([
  "@docs/a.md ${{ inputs.area }}",
  "${{ inputs.area }} @docs/a.md",
  "${{ inputs.area }}@docs/a.md",
  "me@${{ inputs.area }}",
  "\\@${{ inputs.area }}",
  "`@${{ inputs.area }}`",
  "```\n@${{ inputs.area }}\n```",
  "~~~\n@${{ inputs.area }}\n~~~",
  "@Get(${{ inputs.area }})",
  '@"a b.md" ${{ inputs.area }}',
])("F16 F18 does not warn where there would be no reference: %s", async (prompt) => {
  expect(await problems(prompt)).toEqual([]);
});

it("is asked before anything runs, and lets the recipe run", async () => {
  const root = tempTree({ "r.yaml": recipe("@docs/${{ inputs.area }}.md") });
  const values = { area: "x", list: ["a"] };
  const reader = await readerOf(root);
  const places = { reader };
  const prepared = await prepareRecipes(["r.yaml"], places, { kind: "values", values });
  expect(prepared.diagnostics.map(({ code }) => code)).toEqual(["input-in-reference"]);
  expect(prepared.recipes).toHaveLength(1);
});
