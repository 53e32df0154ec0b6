import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyPlan, plan, preview, recover, run, undo } from "../../src/index.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const RECIPE = {
  version: 1,
  name: "rename",
  steps: [{ ast_edit: { paths: ["*.ts"], ops: [{ pat: "old($A)", out: "fresh($A)" }] } }],
};

/** Not the variables of the CI in which the test runs. */
const WORLD = { env: { PATH: process.env.PATH } };

function repository(): string {
  return tempTree({ "a.ts": "old(1);\n", "b.ts": "old(2);\n" });
}

describe("run, preview, plan and applyPlan", () => {
  it("take a root and recipes, and everything else is as on the command line", async () => {
    const root = repository();
    const report = await preview({ root, recipes: [RECIPE] }, WORLD);
    expect(report.actions.map(({ recipe, state }) => [recipe, state])).toEqual([
      ["rename", "pending"],
    ]);
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("write nothing without a policy: it is an error with a hint", async () => {
    const root = repository();
    const { outcome, exitCode, diagnostics } = await run({ root, recipes: [RECIPE] }, WORLD);
    expect([outcome, exitCode]).toEqual(["invalid", 2]);
    expect(diagnostics[0]?.code).toBe("policy-missing");
    expect(diagnostics[0]?.hint).toContain("apply-all");
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("take a policy as an object, and undo takes the run back", async () => {
    const root = repository();
    const policy = {
      version: 1,
      default: { verdict: "hold", reason: "Not a.ts." },
      rules: [{ id: "a", when: { allFiles: ["a.ts"] }, verdict: "apply", reason: "It is a.ts." }],
    };
    const recipe = { ...RECIPE, steps: [{ ast_edit: { ...edit(), per: "file" } }] };
    const report = await run({ root, recipes: [recipe], policy }, WORLD);
    expect([report.outcome, report.totals.applied, report.totals.held]).toEqual(["held", 1, 1]);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["fresh(1);\n", "old(2);\n"]);
    const undone = await undo({ root }, WORLD);
    expect([undone.exitCode, readText(root, "a.ts")]).toEqual([0, "old(1);\n"]);
    expect(await recover({ root }, WORLD)).toMatchObject({ exitCode: 0, runs: [] });
  });

  it("verify a plan of objects with the same objects given again, and refuse it otherwise", async () => {
    const root = repository();
    const policy = { version: 1, default: { verdict: "apply", reason: "All of it." } };
    const planned = await plan({ root, recipes: [RECIPE], policy }, WORLD);
    expect(planned.why).toEqual([]);
    const without = await applyPlan({ root, plan: planned }, WORLD);
    expect([without.exitCode, without.alerts.map(({ message }) => message).join(" ")]).toEqual([
      3,
      expect.stringContaining("a program gives its object again"),
    ]);
    const other = {
      ...RECIPE,
      steps: [{ ast_edit: { ...edit(), ops: [{ pat: "x", out: "y" }] } }],
    };
    const refused = await applyPlan({ root, plan: planned, recipes: [other], policy }, WORLD);
    expect([refused.exitCode, readText(root, "a.ts")]).toEqual([3, "old(1);\n"]);
    const applied = await applyPlan({ root, plan: planned, recipes: [RECIPE], policy }, WORLD);
    expect([applied.outcome, readText(root, "a.ts")]).toEqual(["ok", "fresh(1);\n"]);
  });

  it("say of a plan that failed that it has no text", async () => {
    const root = repository();
    const planned = await plan({ root, recipes: ["nowhere.yaml"] }, WORLD);
    const { exitCode, diagnostics } = await applyPlan({ root, plan: planned }, WORLD);
    expect([exitCode, diagnostics[0]?.message]).toEqual([2, expect.stringContaining("no text")]);
  });

  it("leave no listener of signals behind, and none while the caller has its own", async () => {
    const root = repository();
    const count = () => process.listenerCount("SIGTERM");
    const before = count();
    const running = preview({ root, recipes: [RECIPE] }, WORLD);
    expect(count()).toBe(before + 1);
    await running;
    expect(count()).toBe(before);
    const { signal: interrupted } = new AbortController();
    const deaf = preview({ root, recipes: [RECIPE] }, { ...WORLD, interrupted });
    expect(count()).toBe(before);
    await deaf;
  });

  it("end before anything is done if the signal of the caller has fired", async () => {
    const root = repository();
    const interrupted = AbortSignal.abort(143);
    const request = { root, recipes: [RECIPE], policy: "apply-all" };
    const report = await run(request, { ...WORLD, interrupted });
    expect([report.outcome, report.exitCode]).toEqual(["interrupted", 143]);
    expect([readText(root, "a.ts"), existsSync(join(root, ".sluice/runs"))]).toEqual([
      "old(1);\n",
      false,
    ]);
  });
});

function edit() {
  return { paths: ["*.ts"], ops: [{ pat: "old($A)", out: "fresh($A)" }] };
}
