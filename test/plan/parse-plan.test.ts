import { describe, expect, it } from "vitest";
import { digestOfInputs } from "../../src/plan/digests.ts";
import { beginsAsPlan, parsePlan } from "../../src/plan/parse-plan.ts";
import { digestOfPlan, makePlan, type PlanContent, planText } from "../../src/plan/plan.ts";

const HASH = "0".repeat(64);
const CONTENT = {
  sluice: "0.0.0",
  base: { commit: null },
  recipes: [
    { name: "r", path: "r.yaml", shipped: null, sha256: HASH, hasCode: false, asksModel: false },
  ],
  policy: { builtIn: "safe", path: null, sha256: HASH },
  inputs: { values: {}, sha256: digestOfInputs({}) },
  shard: { index: 1, total: 1 },
  filesSearched: 0,
  actions: [],
  skipped: [],
  alerts: [],
} satisfies PlanContent;
const PLAN = makePlan(CONTENT);

function codesOf(text: string): readonly string[] {
  const parsed = parsePlan(text, "p.json");
  return "plan" in parsed ? [] : parsed.diagnostics.map(({ code }) => code);
}

describe("a plan", () => {
  it("is read as it was written", () => {
    expect(parsePlan(planText(PLAN), "p.json")).toEqual({ plan: PLAN });
    expect(beginsAsPlan(planText(PLAN))).toBe(true);
  });

  it("is the same whatever the order of its keys and its white space", () => {
    const reversed = Object.fromEntries(Object.entries(PLAN).reverse());
    expect(digestOfPlan(reversed)).toBe(PLAN.digest);
    expect(codesOf(JSON.stringify(reversed))).toEqual([]);
  });

  it.each([
    ["not-a-plan", "[]"],
    ["not-a-plan", '"sluice-plan"'],
    ["plan-version", JSON.stringify({ ...PLAN, formatVersion: "2.0" })],
    ["plan-version", JSON.stringify({ ...PLAN, formatVersion: undefined })],
    ["plan-damaged", planText(PLAN).slice(0, -3)],
    ["plan-damaged", JSON.stringify({ ...PLAN, shard: undefined })],
    ["plan-edited", JSON.stringify({ ...PLAN, sluice: "9.9.9" })],
    ["plan-edited", JSON.stringify({ ...PLAN, digest: HASH })],
    ["plan-invalid", planText(makePlan({ ...CONTENT, recipes: [] }))],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { index: 3, total: 2 } }))],
  ])("that is not in order is %s", (code, text) => {
    expect(codesOf(text)).toEqual([code]);
  });

  it("is refused with a sentence, and with what to do", () => {
    const parsed = parsePlan(JSON.stringify({ ...PLAN, sluice: "9.9.9" }), "p.json");
    expect("diagnostics" in parsed && parsed.diagnostics).toEqual([
      {
        code: "plan-edited",
        severity: "error",
        path: "p.json",
        message: "The plan was edited after it was made: its digest is not that of its content.",
        hint: expect.stringContaining("make a new one"),
      },
    ]);
  });
});
