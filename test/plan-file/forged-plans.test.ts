import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parsePlan } from "../../src/plan-file/parse-plan.ts";
import { digestOfPlan } from "../../src/plan-file/plan.ts";
import { readPlan } from "../../src/plan-file/read-plan.ts";
import type { RawPlan } from "../support/forge-plan.ts";
import { FORGED, NO_PLANS } from "../support/forged-plans.ts";
import { setUpForged } from "../support/forged-tree.ts";
import { readText, tempFolder } from "../support/temp-tree.ts";

// Most of the forgeries need no tree to be refused; test/integration/forged-plans.test.ts applies the others.
describe("a plan of somebody who means harm is refused as it is read", () => {
  const honest = async () => readText((await setUpForged()).folder, "plan.json");

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
