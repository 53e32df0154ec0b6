import { describe, expect, it } from "vitest";
import { checkMadePlan } from "../../src/plan-file/check-made-plan.ts";
import { digestOfInputs } from "../../src/plan-file/digests.ts";
import { parsePlan } from "../../src/plan-file/parse-plan.ts";
import { makePlan, type PlanContent, planText } from "../../src/plan-file/plan.ts";
import { makePlanInPieces, planPieces, planSize } from "../../src/plan-file/plan-in-pieces.ts";

const HASH = "0".repeat(64);
const CONTENT = {
  sluice: "0.0.0",
  base: { commit: null },
  recipes: [
    { name: "r", path: "r.yaml", shipped: null, sha256: HASH, hasCode: false, asksModel: false },
  ],
  policy: { builtIn: "safe", path: null, sha256: HASH },
  inputs: { values: { é: "\u202e" }, sha256: digestOfInputs({ é: "\u202e" }) },
  shard: { index: 1, total: 1 },
  filesSearched: 0,
  actions: [],
  skipped: [],
  alerts: [],
} satisfies PlanContent;

const rest = async () => undefined;
/** A value that is not of its type: only our own mistake makes one. */
const broken = (change: object): PlanContent => ({ ...CONTENT, ...change });

describe("a plan that was just made", () => {
  it.each<[string, PlanContent]>([
    ["in order", CONTENT],
    ["without a recipe", broken({ recipes: [] })],
    ["with a recipe twice", broken({ recipes: [...CONTENT.recipes, ...CONTENT.recipes] })],
    ["with an error", broken({ alerts: [{ level: "error", code: "fault", message: "x" }] })],
    ["of another shape", broken({ filesSearched: -1 })],
    ["with an unknown key in an action", broken({ actions: [{ own: 1, files: [] }] })],
    ["with an unknown key in a file", broken({ actions: [{ files: [{ own: 1 }] }] })],
  ])("has the faults that it has when it is read: %s", async (_, content) => {
    const plan = makePlan(content);
    const { faults } = await checkMadePlan(plan, rest);
    expect(faults.length > 0).toBe("diagnostics" in parsePlan(planText(plan), "p.json"));
  });

  it("counts its keys and its bytes as those of its text", async () => {
    const plan = makePlan(CONTENT);
    const { keys } = await checkMadePlan(plan, rest);
    expect(keys).toBe(planText(plan).match(/": /g)?.length);
    expect(await planSize(plan, rest)).toBe(Buffer.byteLength(planText(plan)));
  });

  it("is the same if others have their turn while it is made", async () => {
    const plan = await makePlanInPieces(CONTENT, rest);
    expect(plan).toEqual(makePlan(CONTENT));
    expect([...planPieces(plan)].join("")).toBe(planText(plan));
  });
});
