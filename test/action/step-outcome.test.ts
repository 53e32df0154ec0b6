import { describe, expect, test } from "vitest";
import { NO_PRODUCTS } from "../../src/action/products.ts";
import { outcomeOf, refusal } from "../../src/action/step-outcome.ts";
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
});

describe("refusal", () => {
  test("wrong inputs are invalid, and nothing was run", () => {
    expect(refusal([])).toMatchObject({ outcome: "invalid", exitCode: 2, totals: { actions: 0 } });
  });
});
