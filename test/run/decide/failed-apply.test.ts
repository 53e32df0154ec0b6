import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, tempTree, writeTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const STALE =
  "Preview is stale / no longer matches; no replacements were applied. Expected 1 replacement in 1 file; a.ts is not what was previewed.";

/** Runs a recipe on three files, one action each, and changes `a.ts` after each preview of it, so many times. */
async function run(policy: string, now: string | undefined, { per = "file", times = 1 } = {}) {
  const root = tempTree({
    "a.ts": "old(1);\n",
    "b.ts": "old(2);\n",
    "c.ts": "old(3);\n",
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], `per: ${per}`),
    "p.yaml": `version: 1\ndefault: { verdict: hold, reason: No. }\n${policy}\n`,
  });
  let left = times;
  const report = await runWith(root, { policy: "p.yaml" }, (event: RunEvent) => {
    if (event.type !== "action-queued" || left === 0) return;
    left -= 1;
    if (now === undefined) rmSync(join(root, "a.ts"));
    else writeTree(root, { "a.ts": `${now}// ${left}\n` });
  });
  return { root, report, states: report.actions.map(({ state }) => state) };
}

const rules = (more: string) => `rules: [{ id: all, verdict: apply, reason: Yes., ${more} }]`;

describe("onApplyError", () => {
  it("discard ends the action without a write, and says why", async () => {
    const { report, states } = await run(rules("onApplyError: discard"), "old(9);\n");
    expect(states).toEqual(["discarded", "applied", "applied"]);
    expect(report.actions[0]).toMatchObject({
      verdict: "discard",
      ruleId: "apply-failed",
      reason: `${STALE} The policy discards it (onApplyError).`,
    });
    expect(report.exitCode).toBe(3);
  });

  it("fail ends the run: everything behind it is discarded", async () => {
    const { report, states, root } = await run(rules("onApplyError: fail"), "old(9);\n");
    expect(states).toEqual(["failed", "discarded", "discarded"]);
    const id = report.actions[0]?.id;
    expect(report.actions[1]?.reason).toBe(
      `An apply that failed ended the run at the action ${id} (onApplyError: fail).`,
    );
    expect(readText(root, "b.ts")).toBe("old(2);\n");
  });

  it("retry previews the files again on the tree of now, and has the policy decide again", async () => {
    const { report, root } = await run(
      `${rules("when: { anyFile: ['*.ts'] }")}\nonApplyError: retry`,
      "old(9); old(8);\n",
    );
    expect(report.outcome).toBe("ok");
    expect(report.actions.map(({ state, facts }) => `${facts.files} ${state}`)).toEqual([
      "b.ts applied",
      "c.ts applied",
      "a.ts applied",
    ]);
    expect(report.actions[2]?.reason).toBe(
      `Yes. (Previewed again after its apply failed: ${STALE})`,
    );
    expect(report.totals).toMatchObject({ replacements: 4, actions: 3 });
    expect(readText(root, "a.ts")).toBe("fresh(9); fresh(8);\n// 0\n");
  });

  it("retry obeys the policy: what it does not allow any more is not applied", async () => {
    const { report, root } = await run(
      rules("when: { maxReplacements: 1 }, onApplyError: retry"),
      "old(9); old(8);\n",
    );
    expect(report.actions[2]).toMatchObject({ state: "held", verdict: "hold", ruleId: "default" });
    expect(readText(root, "a.ts")).toContain("old(9); old(8)");
  });

  it("retry is done once", async () => {
    const { report } = await run(rules("onApplyError: retry"), "old(9);\n", { times: 9 });
    const last = report.actions.at(-1);
    expect(last).toMatchObject({ state: "failed", isStale: true });
    expect(last?.result).toMatch(/It was previewed again, and that failed, too.$/);
    expect(report.exitCode).toBe(3);
  });

  it("retry discards an action that has nothing to change any more", async () => {
    const { report, root } = await run(rules("onApplyError: retry"), "fresh(1);\n");
    const gone = report.actions.find(({ state }) => state === "discarded");
    expect(gone?.reason).toMatch(/Previewed again, it changes nothing.$/);
    expect([report.exitCode, report.outcome]).toEqual([3, "stale"]); // Nothing of it was applied.
    expect(readText(root, "b.ts")).toBe("fresh(2);\n");
  });

  it("retry says that a file is gone", async () => {
    const { report } = await run(rules("onApplyError: retry"), undefined);
    expect(report.exitCode).toBe(3);
    expect(report.actions[0]?.state).toMatch(/failed|discarded/);
  });

  it("retry is not for one of several actions in a file", async () => {
    const { report } = await run(rules("onApplyError: retry"), "old(9); old(8);\n", {
      per: "match",
    });
    expect(report.actions.some(({ state }) => state === "applied")).toBe(true);
  });
});
