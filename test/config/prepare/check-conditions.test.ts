import { describe, expect, it } from "vitest";
import { checkConditions } from "../../../src/config/prepare/check-conditions.ts";
import { prepareRecipes } from "../../../src/config/prepare/prepare-recipes.ts";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";
import { readerOf } from "../../support/reader-of.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** Its fourth step, in line 13, has the condition. */
const recipe = (when: string) => `version: 1
inputs:
  deep: { type: boolean, default: false }
  count: { type: number, default: 3 }
  dir-name: { default: src }
steps:
  - { id: scan, prompt: "\${{ inputs.deep }}", response: { schema: { type: object } } }
  - { id: step-b, prompt: "\${{ inputs.count }} \${{ inputs.dir-name }}" }
  - id: group
    parallel:
      - { id: call, tool: read_file, with: { path: a } }
  - id: last
    when: ${JSON.stringify(when)}
    tool: read_file
    with: { path: a }
  - { id: later, prompt: x }
`;

async function problems(when: string): Promise<string[]> {
  const loaded = loadRecipe(recipe(when), "r.yaml", { kind: "values", values: {} });
  expect(loaded.diagnostics).toEqual([]);
  if (loaded.recipe === undefined) throw new Error("The recipe is valid.");
  const diagnostics = await checkConditions(loaded.recipe);
  return diagnostics.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code}: ${message} ${hint}`,
  );
}

describe("checkConditions", () => {
  it.each([
    "true",
    "inputs.deep && steps.scan.output.found > 0",
    'inputs.count > 3 || inputs["dir-name"] == "x"',
    'steps["step-b"].outcome == "done" && steps.group.applied + steps.call.held > 0',
    "has(steps.scan.output) && steps.scan.output.any.thing",
  ])("lets %s pass", async (when) => {
    expect(await problems(when)).toEqual([]);
  });

  it.each<[when: string, expected: string]>([
    [
      "inputs.deep &&",
      "invalid-condition: `when`, at character 15: Unexpected token: EOF. undefined",
    ],
    [
      "inputs.dep",
      "undeclared-input: `when`, at character 1: Input `dep` is not declared. Did you mean `deep`?",
    ],
    [
      "inputs.dir-name == 'x'",
      'undeclared-input: `when`, at character 1: Input `dir` is not declared. Write `inputs["dir-name"]`.',
    ],
    [
      "inputs.deep && steps.scam.applied > 0",
      "unknown-step: `when`, at character 16: There is no step `scam`. Did you mean `scan`?",
    ],
    [
      "steps.step-b.applied > 0",
      'unknown-step: `when`, at character 1: There is no step `step`. Write `steps["step-b"]`.',
    ],
    [
      "steps.later.applied > 0",
      "unknown-step: `when`, at character 1: Step `later` has not run yet at this point. Use an earlier step.",
    ],
    [
      "steps.last.applied > 0",
      "unknown-step: `when`, at character 1: Step `last` has not run yet at this point. Use an earlier step.",
    ],
    [
      "steps.scan.aplied > 0",
      "invalid-condition: `when`, at character 1: A step has no `aplied`. Did you mean `applied`?",
    ],
    [
      "steps.call.output.found > 0",
      "unknown-step: `when`, at character 1: Step `call` has no `response`, and so no output. Outputs are those of prompts with `response`, and of steps `find`.",
    ],
    [
      "ci.fork",
      "invalid-condition: `when`, at character 1: Unknown variable: ci. A condition knows `inputs` and `steps`, and is true or false.",
    ],
    [
      'inputs["dir-name"] > 3',
      "invalid-condition: `when`, at character 1: no such overload: string > int. A condition knows `inputs` and `steps`, and is true or false.",
    ],
    [
      "inputs['dir-name']",
      "invalid-condition: `when`: It comes to a value of type `string`, and must be true or false. undefined",
    ],
    [
      "inputs['dir-name'].matches('x')",
      "invalid-condition: `when`, at character 1: `matches` is not supported. Use `startsWith`, `endsWith`, `contains` or a comparison. undefined",
    ],
  ])("refuses %s, with its place", async (when, expected) => {
    expect(await problems(when)).toEqual([`13:11 ${expected}`]);
  });

  it("is asked wherever recipes are prepared", async () => {
    const root = tempTree({ "r.yaml": recipe("steps.nope.applied > 0"), a: "" });
    const reader = await readerOf(root);
    const places = { reader };
    const prepared = await prepareRecipes(["r.yaml"], places, { kind: "placeholders" });
    expect(prepared.recipes).toEqual([]);
    expect(prepared.diagnostics).toMatchObject([
      { code: "unknown-step", path: "r.yaml", line: 13, column: 11 },
    ]);
  });

  it("counts as a use of an input", () => {
    const text =
      "version: 1\ninputs: { x: { default: a } }\nsteps:\n  - { when: 'inputs.x == \"a\"', prompt: Do it. }\n";
    expect(loadRecipe(text, "r.yaml", { kind: "placeholders" }).diagnostics).toEqual([]);
  });
});
