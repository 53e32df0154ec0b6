import { describe, expect, it } from "vitest";
import { LateText } from "../../src/model/recipe/prompt-step.ts";
import { fillOutputs, hasLateText } from "../../src/recipe/inputs/fill-outputs.ts";
import { promptText } from "../../src/recipe/inputs/prompt-text.ts";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";

const load = (text: string, values: Record<string, unknown> = {}) =>
  loadRecipe(text, "r.yaml", { kind: "values", values });

function problems(text: string): string[] {
  return load(text).diagnostics.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code}: ${message} ${hint}`,
  );
}

/** A prompt with an output, one without, and then steps that begin in line 7. */
const recipeWith = (...steps: readonly string[]) =>
  [
    "version: 1",
    "inputs: { area: { default: src } }",
    "steps:",
    "  - id: scan",
    '    prompt: "In ${{ inputs.area }}."',
    "    response: { schema: { type: object } }",
    "  - { id: plain, prompt: Do it. }",
    ...steps.map((step) => `  - ${step}`),
    "",
  ].join("\n");

const output = (...path: readonly string[]) => ({ kind: "output" as const, step: "scan", path });
const text = (written: string) => ({ kind: "text" as const, text: written });
const value = (written: string) => ({ kind: "value" as const, text: written });

describe("an output of an earlier step", () => {
  it("may stand in prompts, in what is attached, and inside of parameters, also in a group", () => {
    const { recipe, diagnostics } = load(
      recipeWith(
        '{ id: a, prompt: "Fix ${{ steps.scan.output.what }} in ${{ inputs.area }}", attach: ["${{ steps.scan.output.file }}", docs] }',
        '{ id: b, tool: read_file, with: { path: "${{ steps.scan.output.list.0.path }}", limit: 3 } }',
        '{ id: c, parallel: [{ id: d, ast_edit: { ops: [{ pat: "${{ steps.scan.output.from }}($A)", out: "b($A)" }], paths: "${{ steps.scan.output.paths }}" } }] }',
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(recipe?.steps.slice(2)).toMatchObject([
      {
        prompt: [text("Fix "), output("what"), text(" in "), value("src")],
        attach: [new LateText([output("file")]), "docs"],
      },
      { params: { path: new LateText([output("list", "0", "path")]), limit: 3 } },
      {
        kind: "parallel",
        steps: [
          {
            kind: "tool",
            id: "d",
            tool: "ast_edit",
            params: {
              ops: [{ pat: new LateText([output("from"), text("($A)")]), out: "b($A)" }],
              paths: new LateText([output("paths")]),
            },
            place: { line: 10, column: 34 },
          },
        ],
      },
    ]);
  });

  it.each<[what: string, step: string, expected: string]>([
    [
      "of a step that is not there",
      '{ prompt: "${{ steps.scam.output }}" }',
      "8:15 unknown-step: There is no step `scam`. Did you mean `scan`?",
    ],
    [
      "of a step that comes later",
      '{ prompt: "${{ steps.late.output }}" }\n  - { id: late, prompt: x, response: { schema: { type: object } } }',
      "8:15 unknown-step: Step `late` runs later and has no output yet. Known: scan.",
    ],
    [
      "of the step itself",
      '{ id: me, prompt: "${{ steps.me.output }}", response: { schema: { type: object } } }',
      "8:23 unknown-step: Step `me` has no output yet: it runs at the same time. Known: scan.",
    ],
    [
      "of a call of the same group",
      '{ id: g, parallel: [{ id: x, tool: read_file, with: { path: a } }, { id: y, tool: read_file, with: { path: "${{ steps.x.output }}" } }] }',
      "8:112 unknown-step: Step `x` has no output yet: it runs at the same time. Known: scan.",
    ],
    [
      "of a step without `response`",
      '{ prompt: "${{ steps.plain.output }}" }',
      "8:15 unknown-step: Step `plain` has no `response`, so it has no output. Known: scan.",
    ],
    [
      "that is no output",
      '{ prompt: "${{ steps.scan.outcome }}" }',
      "8:15 invalid-expression: Invalid expression `${{ steps.scan.outcome }}`. Use `${{ inputs.<name> }}` or `${{ steps.<id>.output }}`.",
    ],
    [
      "as a whole map of parameters",
      '{ tool: read_file, with: "${{ steps.scan.output }}" }',
      "8:30 invalid-expression: The output of step `scan` cannot be used here. Use outputs in `prompt` and `attach`, and inside `with` and `ast_edit`.",
    ],
    [
      "in the settings of a model",
      '{ prompt: x, model: { provider: none, name: "${{ steps.scan.output.m }}" } }',
      "8:49 invalid-expression: The output of step `scan` cannot be used here. Use outputs in `prompt` and `attach`, and inside `with` and `ast_edit`.",
    ],
  ])("is an error %s", (_what, step, expected) => {
    expect(problems(recipeWith(step))).toContain(expected);
    expect(load(recipeWith(step)).recipe).toBeUndefined();
  });

  it("is an error outside of steps", () => {
    const misplaced = recipeWith().replace(
      "steps:",
      'description: "${{ steps.scan.output }}"\nsteps:',
    );
    expect(problems(misplaced)).toEqual([
      "3:14 invalid-expression: The output of step `scan` cannot be used here. Use outputs in `prompt` and `attach`, and inside `with` and `ast_edit`.",
    ]);
  });

  it.each([
    '{ ast_edit: { ops: "${{ steps.scan.output.ops }}" } }',
    '{ ast_edit: { ops: ["${{ steps.scan.output.op }}"] } }',
    '{ ast_edit: { paths: "${{ steps.scan.output.a }}", ops: [{ pat: a, out: b }], maxFiles: "${{ steps.scan.output.b }}", per: "${{ steps.scan.output.c }}" } }',
    '{ ast_edit: { ops: [{ pat: a, out: "${{ steps.scan.output.a }}", strictness: "${{ steps.scan.output.b }}" }], lang: "${{ steps.scan.output.c }}", editGenerated: "${{ steps.scan.output.d }}" } }',
  ])("is assumed to fit until its step runs: %s", (step) => {
    expect(problems(recipeWith(step))).toEqual([]);
  });

  it.each([
    '{ ast_edit: { rules: ["r/*.yml"], paths: "${{ steps.scan.output.files }}" } }',
    '{ ast_edit: { rules: "${{ steps.scan.output.rules }}" } }',
  ])("has no place beside rule files, which are read before: %s", (step) => {
    expect(problems(recipeWith(step))).toEqual([
      "8:19 invalid-value: `steps[2].ast_edit.rules` cannot be used together with an output of a step: rule files are read before any step runs. Make two steps, or write the rules under `ops`.",
    ]);
  });

  it("lets the shape of the other parameters of ast_edit be checked", () => {
    const step = '{ ast_edit: { opz: 1, ops: [{ pat: "${{ steps.scan.output.a }}" }] } }';
    expect(
      load(recipeWith(step))
        .diagnostics.map(({ code }) => code)
        .sort(),
    ).toEqual(["missing-key", "unknown-key"]);
  });

  it("F14 is not taken out of the value of an input", () => {
    const written = recipeWith(
      '{ tool: read_file, with: { path: "${{ inputs.area }}", b: "${{ inputs.area }}-${{ steps.scan.output }}" } }',
    );
    const sly = "${{ steps.scan.output }}";
    expect(load(written, { area: sly }).recipe?.steps[2]).toMatchObject({
      params: { path: sly, b: new LateText([value(sly), text("-"), output()]) },
    });
  });
});

describe("fillOutputs", () => {
  const outputs = new Map<string, unknown>([
    [
      "scan",
      { n: 3, name: "x ${{ steps.scan.output.n }}", list: [{ a: null }], deep: { yes: true } },
    ],
  ]);
  const late = (...pieces: ConstructorParameters<typeof LateText>[0]) => new LateText(pieces);

  it("puts a single output in with its type, at any depth", () => {
    const params = { a: [{ b: late(output("n")) }], c: late(output("list")), d: 1, e: null };
    expect(fillOutputs(params, outputs)).toEqual({
      value: { a: [{ b: 3 }], c: [{ a: null }], d: 1, e: null },
    });
    expect(fillOutputs(late(output("list", "0", "a")), outputs)).toEqual({ value: null });
  });

  it("F14 joins texts, with JSON for what is no text, and looks at nothing that it put in", () => {
    const joined = late(text("a "), output("name"), text(" "), output("deep"), value("${{ x }}"));
    expect(fillOutputs(joined, outputs)).toEqual({
      value: 'a x ${{ steps.scan.output.n }} {"yes":true}${{ x }}',
    });
  });

  it.each([
    [output("nope", "a"), "The output has no value `steps.scan.output.nope`."],
    [output("deep", "yes", "no"), "The output has no value `steps.scan.output.deep.yes.no`."],
    [output("list", "1"), "The output has no value `steps.scan.output.list.1`."],
    [output("constructor"), "The output has no value `steps.scan.output.constructor`."],
    [output("name", "length"), "The output has no value `steps.scan.output.name.length`."],
    [{ ...output(), step: "other" }, "Step `other` has no output."],
  ])("names what there is not: %j", (piece, fault) => {
    expect(fillOutputs([late(piece)], outputs)).toEqual({ fault });
    expect(fillOutputs([late(text("a"), piece)], outputs)).toEqual({ fault });
  });

  it("leaves what has no late text as it is", () => {
    expect(hasLateText({ a: [1, { b: "x" }] })).toBe(false);
    expect(hasLateText({ a: [1, { b: late() }] })).toBe(true);
    expect(fillOutputs("${{ steps.scan.output }}", outputs)).toEqual({
      value: "${{ steps.scan.output }}",
    });
  });
});

describe("promptText", () => {
  it("F14 F18 tells which ranges of the text are values, in UTF-16 units", () => {
    const pieces = [text("é𝒳 "), value("@a.md"), text(", "), output("n"), value("")];
    const outputs = new Map([["scan", { n: { k: "@b" } }]]);
    expect(promptText(pieces, outputs)).toEqual({
      text: 'é𝒳 @a.md, {"k":"@b"}',
      opaque: [
        { start: 4, end: 9 },
        { start: 11, end: 21 },
        { start: 21, end: 21 },
      ],
    });
  });

  it("names an output that there is not", () => {
    expect(promptText([output("n")], new Map())).toEqual({
      fault: "Step `scan` has no output.",
    });
  });
});
