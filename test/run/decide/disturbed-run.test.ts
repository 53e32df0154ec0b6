import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { besidesLoss } from "../../support/besides-loss.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, snapshot, tempTree, writeTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const FILES = { "a.ts": "old(1);\n", "b.ts": "old(2);\n" };
const APPLY_ALL = { policy: "apply-all" };

/** Does something once, at the first event of a type. */
function once(type: RunEvent["type"], act: () => void): (event: RunEvent) => void {
  let isDone = false;
  return (event) => {
    if (isDone || event.type !== type) return;
    isDone = true;
    act();
  };
}

describe("a file that changes between preview and apply", () => {
  it.each<[what: string, spoil: (root: string) => void]>([
    ["in a place that matters", (root) => writeTree(root, { "b.ts": "old(3);\n" })],
    ["in a place that does not", (root) => writeTree(root, { "b.ts": "old(2);\n// more\n" })],
    ["by vanishing", (root) => rmSync(join(root, "b.ts"))],
    ["by becoming binary", (root) => writeTree(root, { "b.ts": "old(2);\0" })],
  ])(
    "A18 A19 makes the action stale (%s): exit code 3, and nothing is written",
    async (_what, spoil) => {
      const root = tempTree({
        ...FILES,
        "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
      });
      const report = await runWith(
        root,
        APPLY_ALL,
        once("action-queued", () => spoil(root)),
      );
      expect([report.exitCode, report.outcome]).toEqual([3, "stale"]);
      expect(report.actions).toMatchObject([{ state: "failed", isStale: true }]);
      expect(report.actions[0]?.result).toBe(
        "Preview is stale / no longer matches; no replacements were applied. Expected 2 replacements in 2 files; b.ts is not what was previewed.",
      );
      expect(readText(root, "a.ts")).toBe("old(1);\n");
      expect(Object.keys(snapshot(root)).filter((name) => name.includes("sluice"))).toEqual([]);
    },
  );

  it("leaves the other actions of the step alone", async () => {
    const root = tempTree({
      ...FILES,
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
    });
    const report = await runWith(
      root,
      APPLY_ALL,
      once("action-queued", () => writeTree(root, { "a.ts": "mine;\n" })),
    );
    expect(report.actions.map(({ state }) => state)).toEqual(["failed", "applied"]);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["mine;\n", "fresh(2);\n"]);
    expect(report.totals.ledger).toMatchObject({ found: 2, applied: 1, stale: 1 });
  });

  it("ends its recipe: later steps do not build on a tree that nobody previewed", async () => {
    const recipe = `${recipeOf([["old($A)", "fresh($A)"]])}  - id: later\n    ast_edit: { ops: [{ pat: "old($A)", out: "x($A)" }] }\n`;
    const root = tempTree({ ...FILES, "recipe.yaml": recipe });
    const report = await runWith(
      root,
      APPLY_ALL,
      once("action-queued", () => writeTree(root, { "a.ts": "old(9);\n" })),
    );
    expect(report.actions.map(({ step }) => step)).toEqual(["edit"]);
    expect(besidesLoss(report.alerts)).toMatchObject([
      { code: "stale", recipe: "recipe", step: "edit" },
    ]);
  });
});

describe("a file that vanishes between listing and reading", () => {
  it("is reported, and the rest goes on", async () => {
    const recipe = `version: 1
steps:
  - id: first
    ast_edit: { paths: ["a.ts"], ops: [{ pat: "old($A)", out: "fresh($A)" }] }
  - id: second
    ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] }
`;
    const root = tempTree({ ...FILES, "c.ts": "old(3);\n", "recipe.yaml": recipe });
    const report = await runWith(
      root,
      APPLY_ALL,
      once("action-queued", () => rmSync(join(root, "b.ts"))),
    );
    expect(report.exitCode).toBe(0);
    expect(report.skipped).toEqual([{ path: "b.ts", step: "second", why: "vanished" }]);
    expect(readText(root, "c.ts")).toBe("fresh(3);\n");
  });
});

describe("a run that is stopped", () => {
  const recipe = recipeOf([["old($A)", "fresh($A)"]], "per: file");

  it.each([
    [130, "interrupted"],
    [143, "interrupted"],
  ])(
    "by a signal answers %i, decides what is pending as discarded, and writes nothing more",
    async (code, outcome) => {
      const root = tempTree({ ...FILES, "recipe.yaml": recipe });
      const controller = new AbortController();
      const stop = once("action-ended", () => controller.abort(code));
      const report = await runWith(root, APPLY_ALL, stop, { interrupted: controller.signal });
      expect([report.exitCode, report.outcome]).toEqual([code, outcome]);
      expect(report.actions.map(({ state, ruleId, reason }) => [state, ruleId, reason])).toEqual([
        ["applied", "default", "The policy apply-all applies every change."],
        ["discarded", "stopped", "The run was interrupted before this action was decided."],
      ]);
      expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
        "fresh(1);\n",
        "old(2);\n",
      ]);
    },
  );

  it("by its time limit answers 5, and says so", async () => {
    const root = tempTree({ ...FILES, "recipe.yaml": recipe });
    const controller = new AbortController();
    const stop = once("action-queued", () => controller.abort());
    const report = await runWith(root, APPLY_ALL, stop, { timedOut: controller.signal });
    expect([report.exitCode, report.outcome, report.totals.discarded]).toEqual([5, "limit", 2]);
    expect(report.alerts.map(({ code }) => code)).toContain("timeout");
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("A22 before its search queues nothing", async () => {
    const root = tempTree({ ...FILES, "recipe.yaml": recipe });
    const controller = new AbortController();
    const stop = once("step-started", () => controller.abort(130));
    const report = await runWith(root, APPLY_ALL, stop, { interrupted: controller.signal });
    expect([report.exitCode, report.actions]).toEqual([130, []]);
  });
});
