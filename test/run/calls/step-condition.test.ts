import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/step-result.ts";
import { evaluateCondition } from "../../../src/run/calls/step-condition.ts";

const none = { applied: 0, discarded: 0, held: 0 };
const steps = new Map<string, StepResult>([
  ["scan", { outcome: "done", output: { found: 2, files: ["a.ts"] }, ...none, applied: 3 }],
  ["off", { outcome: "skipped", ...none }],
]);
const inputs = { count: 4, ratio: 0.5, deep: true, name: "x", list: ["a"] };

const ask = (source: string) =>
  evaluateCondition(
    { source, place: { path: "r.yaml", line: 1, column: 1, frame: "" } },
    { inputs, steps },
  );

describe("evaluateCondition", () => {
  it.each([
    "inputs.count > 3",
    "inputs.ratio < 1 && inputs.ratio == 0.5",
    "steps.scan.applied > 0",
    "steps.scan.output.found == 2",
    'steps.off.outcome == "skipped"',
    "!has(steps.off.output)",
    '"a" in inputs.list && inputs.deep',
  ])("holds where it is true: %s", async (source) => {
    expect(await ask(source)).toEqual({ kind: "holds" });
  });

  it("skips where it is false", async () => {
    expect(await ask("steps.scan.held > 0")).toEqual({ kind: "skips" });
  });

  it.each([
    ["steps.off.output.found > 0", "cannot be evaluated: No such key: output."],
    ["steps.scan.output.nope", "cannot be evaluated: No such key: nope."],
    ["inputs.name > 3", "cannot be evaluated: no such overload: dyn<string> > int."],
    ["inputs.name", "must be true or false, and is neither."],
    ["steps.scan.output.found", "must be true or false, and is neither."],
    ["1 +", "cannot be evaluated: Unexpected token: EOF."],
  ])("never holds where it cannot be evaluated: %s", async (source, why) => {
    expect(await ask(source)).toEqual({
      kind: "fault",
      message: `The condition \`${source}\` ${why}`,
    });
  });
});
