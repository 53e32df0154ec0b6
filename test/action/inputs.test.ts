import { describe, expect, test } from "vitest";
import { readInputs } from "../../src/action/inputs.ts";

const OPTIONS = {
  inputs: {},
  check: false,
  exitZero: false,
  cache: true,
  allowCustomTools: false,
  lockTimeout: 120_000,
  requireClean: false,
  reports: [],
};

describe("readInputs", () => {
  test("empty inputs mean the defaults: a preview in the workspace with the policy that lies there", () => {
    const env = { SLUICE_INPUT_RECIPES: "swap", SLUICE_INPUT_MODE: "", SLUICE_INPUT_POLICY: " " };
    expect(readInputs(env)).toEqual({
      kind: "value",
      value: { recipes: ["swap"], mode: "preview", workingDirectory: ".", options: OPTIONS },
    });
  });

  test("recipes are separated by commas or line ends, without blanks around them", () => {
    const env = { SLUICE_INPUT_RECIPES: " a.yaml,b\r\n  c d.yaml \n,\n" };
    expect(readInputs(env)).toMatchObject({ value: { recipes: ["a.yaml", "b", "c d.yaml"] } });
  });

  test("every input has a say", () => {
    const env = {
      SLUICE_INPUT_RECIPES: "a",
      SLUICE_INPUT_POLICY: "safe",
      SLUICE_INPUT_MODE: "run",
      SLUICE_INPUT_WORKING_DIRECTORY: "packages/a b",
      SLUICE_INPUT_ARGS: "--check",
    };
    expect(readInputs(env)).toEqual({
      kind: "value",
      value: {
        recipes: ["a"],
        policy: "safe",
        mode: "run",
        workingDirectory: "packages/a b",
        options: { ...OPTIONS, check: true },
      },
    });
  });

  test("every problem is told at once, and a mode that is near is named", () => {
    const env = { SLUICE_INPUT_MODE: "preveiw", SLUICE_INPUT_ARGS: "--x '" };
    const reading = readInputs(env);
    expect(reading).toMatchObject({
      kind: "problems",
      problems: [
        { code: "no-recipes", message: expect.stringContaining("`recipes`") },
        {
          code: "invalid-option",
          message: "Input `mode`: `preveiw` is none of preview, run.",
          hint: "Did you mean `preview`?",
        },
        { code: "invalid-option", message: expect.stringContaining("`args`") },
      ],
    });
  });

  test("a mode in capitals is not guessed", () => {
    const env = { SLUICE_INPUT_RECIPES: "a", SLUICE_INPUT_MODE: "RUN" };
    expect(readInputs(env)).toMatchObject({ problems: [{ hint: "Did you mean `run`?" }] });
  });
});
