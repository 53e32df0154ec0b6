import { describe, expect, it } from "vitest";
import { checkFormats } from "../../src/config/prepare/recipe/prepare-recipe.ts";
import type { CallStep } from "../../src/model/recipe/call-step.ts";
import type { RecipeStep } from "../../src/model/recipe/recipe.ts";
import { digestOfRecipe } from "../../src/plan-file/digests.ts";
import { codeOf } from "../../src/recipe/code-of.ts";
import { embedSteps } from "../../src/recipe/embed-steps.ts";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";

const EDIT = '{ ops: [{ pat: "a($A)", out: "b($A)" }] }';

/** A recipe with a formatter of its own, whose steps have these keys beside their edit. */
function recipe(format: string | undefined, ...steps: readonly string[]) {
  const lines = steps.map((keys, index) => `  - { id: s${index}, ast_edit: ${EDIT}${keys} }`);
  const head = format === undefined ? "" : `format: ${format}\n`;
  return `version: 1\n${head}steps:\n${lines.join("\n")}\n`;
}

function load(text: string) {
  const loaded = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
  const problems = loaded.diagnostics.map(({ line, message }) => `${line}: ${message}`);
  return { recipe: loaded.recipe, problems };
}

/** The programs of the formatters of each step. */
function formats(steps: readonly RecipeStep[] = []) {
  const runOf = ({ format }: Pick<CallStep, "format">) => format?.map(({ run }) => run.join(" "));
  return steps.map((step) => (step.kind === "parallel" ? step.steps.map(runOf) : runOf(step)));
}

describe("format", () => {
  it("of a recipe is that of each step, unless the step has its own or none", () => {
    const more = ", format: { run: [own, '{files}'], input: files, ok: [0, 1], batch: 3 }";
    const { recipe: loaded, problems } = load(
      recipe("[tiny, '{path}']", "", more, ", format: false"),
    );
    expect(problems).toEqual([]);
    expect(formats(loaded?.steps)).toEqual([["tiny {path}"], ["own {files}"], []]);
    const [first, second] = loaded?.steps ?? [];
    expect([first, second]).toMatchObject([
      { format: [{ input: "stdin", paths: ["**"], env: [], ok: [0], link: [], timeout: 30_000 }] },
      { format: [{ input: "files", ok: [0, 1], batch: 3, timeout: 600_000 }] },
    ]);
    const code = codeOf(loaded ?? { steps: [], tools: [], hooks: [] });
    expect(code.map(({ kind, place }) => [kind, place.line])).toEqual([
      ["format", 2],
      ["format", 5],
    ]);
  });

  it("may be several formatters for different files", () => {
    const { recipe: loaded } = load(
      recipe("[{ run: [a], paths: ['**/*.ts'] }, { run: [b, '--name={path}'] }]", ""),
    );
    expect(formats(loaded?.steps)).toEqual([["a", "b --name={path}"]]);
  });

  it("of a group is that of its calls, and of a used recipe that around it, unless it has its own", () => {
    const group = `version: 1\nsteps:\n  - id: g\n    format: [mine]\n    parallel:
      - { id: x, ast_edit: ${EDIT} }\n      - { id: y, format: false, ast_edit: ${EDIT} }\n`;
    const { recipe: loaded } = load(group);
    expect(formats(loaded?.steps)).toEqual([[["mine"], []]]);
    const use = load("version: 1\nformat: [outer]\nsteps: [{ id: u, uses: inner }]\n").recipe
      ?.uses?.[0];
    const inner = load(recipe(undefined, "", ", format: [inner]", ", format: false")).recipe;
    if (use === undefined || inner === undefined) throw new Error("Both are valid.");
    expect(formats(embedSteps(use, inner))).toEqual([["outer"], ["inner"], []]);
  });

  it("is part of the digest of a recipe, and its place is not", () => {
    const digest = (text: string) => digestOfRecipe(load(text).recipe as never);
    const plain = recipe(undefined, "");
    const digests = [plain, recipe("[tiny]", ""), recipe("[tiny, -x]", "")].map(digest);
    expect(new Set(digests).size).toBe(3);
    expect(digest(recipe("[tiny]", "").replace("format: [tiny]", "format:  [tiny] # why"))).toBe(
      digests[1],
    );
  });

  it.each([
    ["true", "2: `format` must be `false`, and is `true`."],
    [
      "tiny",
      "2: `format` must be a program with its arguments, a map with `run`, a list of such maps, or `false`.",
    ],
    ["['{path}']", "2: `format` must begin with the name of a program."],
    [
      "[tiny, '{files}']",
      "2: `format` can have `{files}` only with `input: files`; `{path}` stands for one path.",
    ],
    [
      "{ run: [tiny], input: files }",
      "2: `format.run` must have the argument `{files}`, because of `input: files`.",
    ],
    ["{ run: [tiny], link: [node_modules] }", "2: `format.link` belongs to `input: files`."],
    ["{ run: [tiny], inputs: files }", "2: Unknown key `inputs`."],
    [
      "[tiny, { run: [b] }]",
      "2: `format` must be one program with its arguments, or a list of maps with `run`.",
    ],
    [
      "{ run: [tiny], paths: [../x] }",
      "2: `format.paths[0]`: the path `../x` leaves the root or could; `..` is not allowed.",
    ],
  ])("%s is refused", (format, message) => {
    expect(load(recipe(format, "")).problems).toEqual([message]);
  });

  it("cannot be used together with an action for each match", () => {
    const text = recipe("[tiny]", "", ", format: false").replaceAll(" }] }", " }], per: match }");
    const loaded = load(text).recipe;
    const problems = checkFormats(loaded ?? { steps: [] });
    expect(problems).toMatchObject([
      { line: 4, hint: "Write `per: file`, or `format: false` in the step `s0`." },
    ]);
  });
});
