import { describe, expect, it } from "vitest";
import { DEFAULT_PROMPT_TOOLS } from "../../src/model/recipe/prompt-step.ts";
import { BUILT_IN_TOOLS, findBuiltIn } from "../../src/tools/built-in.ts";

describe("the table of built-in tools", () => {
  it("R18 offers every tool to prompts by default, without the hidden one", () => {
    const forPrompts = BUILT_IN_TOOLS.filter(({ promptAdvice }) => promptAdvice === undefined);
    expect(DEFAULT_PROMPT_TOOLS).toEqual(forPrompts.map(({ name }) => name));
  });

  it("has either parameters or an advice for a step that names a tool", () => {
    for (const { name, parameters, stepAdvice } of BUILT_IN_TOOLS)
      expect([name, parameters === undefined]).toEqual([name, stepAdvice !== undefined]);
  });

  it("finds a tool by its name, and nothing for a name of no tool", () => {
    expect(findBuiltIn("write_file")).toBe(BUILT_IN_TOOLS[4]);
    expect(findBuiltIn("write_files")).toBeUndefined();
  });
});
