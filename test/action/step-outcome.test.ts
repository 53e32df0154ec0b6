import { describe, expect, test } from "vitest";
import { NO_PRODUCTS } from "../../src/action/products.ts";
import { outcomeOf, refusal } from "../../src/action/step-outcome.ts";
import { stepSummary } from "../../src/action/step-summary.ts";
import type { Report } from "../../src/model/report/report.ts";
import { totalsOf } from "../../src/model/report/totals.ts";

const REPORT: Report = {
  formatVersion: "1.0",
  run: { id: "r", command: "plan", startedAt: "2024-01-01T00:00:00.000Z", durationMs: 1 },
  outcome: "ok",
  exitCode: 0,
  totals: totalsOf([], [], new Set()),
  actions: [],
  calls: [],
  files: [],
  steps: [],
  transcripts: [],
  skipped: [],
  alerts: [],
  diagnostics: [],
  trust: { mode: "all", base: null },
  policy: null,
  sources: [],
};

describe("outcomeOf", () => {
  test("a step ends as its task did, and not as the report says if an output is missing", () => {
    const unwritten = ["The plan p.json cannot be written: EACCES"];
    const task = { report: REPORT, outcome: "failed", exitCode: 1, unwritten } as const;
    const judgement = { exitCode: 1, blamed: [] };
    expect(outcomeOf(task, judgement, NO_PRODUCTS)).toMatchObject({
      command: "plan",
      outcome: "failed",
      exitCode: 1,
      unwritten,
    });
  });

  test("a step hands on what it told a forge, which its summary shows", () => {
    const pull = { group: "a", branch: "sluice/a", base: "main", state: "opened", actions: [] };
    const decided = { verdict: "apply", state: "applied", actions: ["0123456789abcdef"] } as const;
    const words = { by: "olga", at: "2024-01-01T00:00:00.000Z", reason: "Fine.", why: "" };
    const report = { ...REPORT, pulls: [pull], decisions: [{ ...decided, ...words }] } as Report;
    const task = { report, outcome: "ok", exitCode: 0, unwritten: [] } as const;
    const summary = stepSummary(outcomeOf(task, { exitCode: 0, blamed: [] }, NO_PRODUCTS));
    expect(summary).toContain("### Pull requests\n\n- sluice/a: opened");
    expect(summary).toContain("### Decisions\n\n- 0123456789ab: applied: apply by olga: Fine.");
  });
});

describe("refusal", () => {
  test("wrong inputs are invalid, and nothing was run", () => {
    expect(refusal([])).toMatchObject({ outcome: "invalid", exitCode: 2, totals: { actions: 0 } });
  });
});
