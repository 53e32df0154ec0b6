import { describe, expect, it } from "vitest";
import { checkToolSteps } from "../../../src/config/prepare/check-tool-steps.ts";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";

function problems(text: string): string[] {
  const { recipe, diagnostics } = loadRecipe(text, "r.yaml", { kind: "placeholders" });
  expect(diagnostics).toEqual([]);
  return checkToolSteps(recipe === undefined ? [] : [recipe]).map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code}: ${message} ${hint}`,
  );
}

const SCAN = "{ id: scan, prompt: x, response: { schema: { type: object } } }";

describe("checkToolSteps", () => {
  it.each<[tools: string, expected: readonly string[]]>([
    ["[ast_edit, ast_grep, read_file, list_files, write_file, replace_text]", []],
    ["[]", []],
    [
      "[ast_edit, read_fil]",
      ["3:36 unknown-tool: There is no tool `read_fil` for prompts. Did you mean `read_file`?"],
    ],
    [
      "[resolve]",
      [
        "3:26 unknown-tool: There is no tool `resolve` for prompts. Write `resolve: model` beside `tools`; it is then offered where something is pending.",
      ],
    ],
  ])("checks what a model may call: %s", (tools, expected) => {
    expect(problems(`version: 1\nsteps:\n  - { prompt: x, tools: ${tools} }\n`)).toEqual(expected);
  });

  it("lets a prompt name tools that the recipe brings and that are not loaded yet", () => {
    const text = "version: 1\ntools: [t.ts]\nsteps:\n  - { prompt: x, tools: [mine, resolve] }\n";
    expect(problems(text)).toHaveLength(1);
  });

  it("lets parameters pass that wait for an output, and no unknown tool", () => {
    const step = (tool: string, with_: string) =>
      `version: 1\nsteps:\n  - ${SCAN}\n  - { tool: ${tool}, with: ${with_} }\n`;
    const late = '{ path: "${{ steps.scan.output.file }}", nope: 1 }';
    expect(problems(step("read_file", late))).toEqual([]);
    expect(problems(step("read_file", "{ path: a, nope: 1 }"))).toHaveLength(1);
    expect(problems(step("read_fil", late))).toHaveLength(1);
    expect(problems(step("resolve", late))).toHaveLength(1);
  });

  it("lets an ast_edit pass that waits for an output", () => {
    const edit = '{ ast_edit: { ops: [{ pat: "${{ steps.scan.output.pat }}", out: b }] } }';
    expect(problems(`version: 1\nsteps:\n  - ${SCAN}\n  - ${edit}\n`)).toEqual([]);
  });
});
