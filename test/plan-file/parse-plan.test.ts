import { describe, expect, it } from "vitest";
import { digestOfInputs } from "../../src/plan-file/digests.ts";
import { beginsAsPlan, parsePlan } from "../../src/plan-file/parse-plan.ts";
import { digestOfPlan, makePlan, type PlanContent, planText } from "../../src/plan-file/plan.ts";

const HASH = "0".repeat(64);
const RECIPES = [
  { name: "r", path: "r.yaml", shipped: null, sha256: HASH, hasCode: false, asksModel: false },
];
const CONTENT = {
  sluice: "0.0.0",
  base: { commit: null },
  recipes: RECIPES,
  policy: { builtIn: "safe", path: null, sha256: HASH },
  inputs: { values: {}, sha256: digestOfInputs({}) },
  shard: { index: 1, total: 1 },
  filesSearched: 0,
  actions: [],
  skipped: [],
  alerts: [],
} satisfies PlanContent;
const PLAN = makePlan(CONTENT);
const SHARD = { index: 1, total: 2, by: "path", tree: HASH, files: ["a", "b"] } as const;

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
    ["plan-invalid", planText(makePlan({ ...CONTENT, recipes: [...RECIPES, ...RECIPES] }))],
    ["plan-invalid", planText(PLAN).replace('"shard"', '"filesSearched": 0, "shard"')],
    ["plan-invalid", planText(PLAN).replace('"index"', '"index": 2, "\\u0069ndex"')],
    ["plan-invalid", planText(PLAN).replace('"total": 1', '"total": 1, "total": 2')],
    ["not-a-plan", planText(PLAN).replace('"kind"', '"kind": "sluice-plan", "kind": "x", "k"')],
    ["plan-version", planText(PLAN).replace('"sluice"', '"formatVersion": "2.0", "sluice"')],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { ...SHARD, index: 3 } }))],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { index: 1, total: 2 } }))],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { ...SHARD, total: 1 } }))],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { ...SHARD, files: ["b", "a"] } }))],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { ...SHARD, files: ["a", "a"] } }))],
    ["plan-invalid", planText(makePlan({ ...CONTENT, shard: { ...SHARD, files: ["../a"] } }))],
  ])("that is not valid is refused as %s", (code, text) => {
    expect(codesOf(text)).toEqual([code]);
  });

  it("that has a key twice is refused with the places of the keys, at most 20 of them", () => {
    const one = planText(PLAN).replace(
      '  "policy": {',
      '  "policy": { "path": "x", "path": 1, "p": 2,',
    );
    const parsed = parsePlan(one, "p.json");
    const line = one.split("\n").findIndex((each) => each.includes('"policy"')) + 1;
    const message = "The plan is not valid: the key `path` is in one object twice.";
    const places = [
      { message, line, column: 28 },
      { message, line: line + 2, column: 5 },
    ];
    expect("diagnostics" in parsed && parsed.diagnostics).toEqual(
      places.map((place) => ({
        code: "plan-invalid",
        severity: "error",
        path: "p.json",
        hint: "Sluice makes no such plan. Do not trust where it came from.",
        ...place,
      })),
    );
    expect(codesOf(planText(PLAN).replace("{", `{${'"a": 1,'.repeat(100)}`))).toHaveLength(21);
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
