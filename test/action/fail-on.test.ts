import { describe, expect, test } from "vitest";
import { type FailRule, judgeStep } from "../../src/action/fail-on.ts";
import type { ActionState, Report } from "../../src/model/report/report.ts";
import { actionOf } from "./builders.ts";

/** The exit code of a step whose run ended with a code and with actions in some states. */
function codeOf(
  reasons: FailRule["reasons"],
  runCode: number,
  states: readonly ActionState[],
  unwritten: readonly string[] = [],
) {
  const actions = states.map((state) => actionOf({ state }));
  const report = { exitCode: runCode, actions } as unknown as Report; // The parts that count.
  const exitCode = unwritten.length > 0 && runCode === 0 ? 1 : runCode;
  return judgeStep({ report, exitCode, unwritten }, { reasons, check: false });
}

describe("judgeStep", () => {
  test.each<[FailRule["reasons"], runCode: number, ActionState[], exitCode: number]>([
    [undefined, 0, ["would-apply"], 0],
    [undefined, 1, ["failed"], 1],
    [undefined, 4, ["held"], 4],
    [[], 4, ["held"], 0],
    [[], 1, ["failed"], 0],
    [["failed"], 4, ["held"], 0],
    [["failed"], 1, [], 1], // An expectation was not met.
    [["held"], 1, ["failed"], 0],
    [["held"], 1, ["failed", "held"], 4],
    [["held"], 0, ["held"], 4], // A preview.
    [["held"], 4, [], 4], // Calls that did not run wait for a person.
    [["failed", "held"], 1, ["failed", "held"], 1],
    [["change"], 0, ["would-apply"], 1],
    [["change"], 0, ["applied"], 1],
    [["change"], 4, ["held"], 1],
    [["change"], 0, ["discarded"], 0],
    [["discarded"], 0, ["discarded", "applied"], 1],
    [["discarded"], 0, ["applied"], 0],
    [[], 2, [], 2],
    [[], 3, ["failed"], 3],
    [[], 5, [], 5],
    [["held"], 70, [], 70],
    [[], 130, [], 130],
  ])(
    "fail-on %j makes of exit code %i with %j actions %i",
    (reasons, runCode, states, exitCode) => {
      expect(codeOf(reasons, runCode, states).exitCode).toBe(exitCode);
    },
  );

  test("an output that is lost always fails the step", () => {
    expect(codeOf([], 0, [], ["The plan cannot be written."]).exitCode).toBe(1);
  });

  test("the actions that are to blame are those of the reasons that were found", () => {
    expect(codeOf(["change"], 0, ["would-apply", "discarded"]).blamed).toContain("would-apply");
    expect(codeOf(["discarded"], 0, ["discarded"]).blamed).toEqual(["discarded"]);
    expect(codeOf(["discarded"], 0, ["applied"]).blamed).toEqual([]);
    expect(codeOf(undefined, 4, ["held"]).blamed).toEqual(["held"]);
    expect(codeOf(undefined, 0, ["applied"]).blamed).toEqual([]);
  });
});
