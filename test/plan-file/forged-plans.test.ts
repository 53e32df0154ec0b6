import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FACT_ROWS } from "../../src/model/action/facts.ts";
import { factsFault } from "../../src/plan-file/facts-fault.ts";
import { parsePlan } from "../../src/plan-file/parse-plan.ts";
import { digestOfPlan, type PlannedAction } from "../../src/plan-file/plan.ts";
import { readPlan } from "../../src/plan-file/read-plan.ts";
import type { RawPlan } from "../support/forge-plan.ts";
import { FORGED, NO_PLANS } from "../support/forged-plans.ts";
import { setUpForged } from "../support/forged-tree.ts";
import { readText, tempFolder } from "../support/temp-tree.ts";

// Most of the forgeries need no tree to be refused; test/integration/forged-plans.test.ts applies the others.
const honest = async () => readText((await setUpForged()).folder, "plan.json");

describe("a plan of somebody who means harm is refused as it is read", () => {
  it("unless it was left as it is", async () => {
    expect(parsePlan(await honest(), "plan.json")).toHaveProperty("plan");
  });

  it.each(FORGED)("where it has %s", async (_what, forge, told) => {
    const plan = JSON.parse(await honest()) as RawPlan;
    forge(plan);
    const forged = JSON.stringify({ ...plan, digest: digestOfPlan(plan) }, null, 2);
    const parsed = parsePlan(forged, "plan.json");
    const diagnostics = "plan" in parsed ? [] : parsed.diagnostics;
    expect(diagnostics).not.toEqual([]);
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain(told);
  });

  it.each(NO_PLANS)("where it is %s, and says which", async (_what, damage, code) => {
    const file = join(tempFolder(), "plan.json");
    writeFileSync(file, damage(await honest()));
    expect(await readPlan(file, "plan.json", 1e9)).toMatchObject({
      diagnostics: [{ code, severity: "error" }],
    });
  });
});

describe("the facts of a plan that are believed by its edits or its call", () => {
  const forgedValues = {
    string: "forged",
    list: ["forged.ts"],
    number: 77,
    boolean: true,
    map: {},
  };
  const believed = Object.entries(FACT_ROWS)
    .filter(([, { origin }]) => origin === "edits" || origin === "call")
    // Actions of one batch that overlap are no contradiction within one action.
    .filter(([name]) => name !== "conflicts");

  it.each(believed)("are compared with its action: %s", async (name, { type }) => {
    const plan = JSON.parse(await honest()) as RawPlan;
    const actions: readonly PlannedAction[] = plan.actions;
    expect(actions.flatMap((action) => factsFault(action) ?? [])).toEqual([]);
    for (const action of actions) Object.assign(action.facts, { [name]: forgedValues[type] });
    const parsed = parsePlan(JSON.stringify({ ...plan, digest: digestOfPlan(plan) }), "plan.json");
    const faults =
      "plan" in parsed
        ? parsed.plan.actions.flatMap((one) => factsFault(one) ?? [])
        : parsed.diagnostics;
    expect(faults).not.toEqual([]);
  });
});
