import { describe, expect, test } from "vitest";
import { endingOf, refusal } from "../../src/action/ending.ts";
import type { Report } from "../../src/model/report/report.ts";
import { totalsOf } from "../../src/model/report/totals.ts";

function reportWith(over: Partial<Report>): Report {
  return {
    formatVersion: "1.0",
    run: { id: "r", command: "run", startedAt: "2024-01-01T00:00:00.000Z", durationMs: 1 },
    outcome: "ok",
    exitCode: 0,
    totals: totalsOf([], [], new Set()),
    actions: [],
    calls: [],
    transcripts: [],
    skipped: [],
    alerts: [],
    diagnostics: [],
    ...over,
  };
}
const UNWRITTEN = [{ path: "a.json", reason: "EACCES" }];

describe("endingOf", () => {
  test("a run ends as its report says", () => {
    expect(endingOf(reportWith({ outcome: "held", exitCode: 4 }), [])).toMatchObject({
      command: "run",
      outcome: "held",
      exitCode: 4,
    });
  });

  test("a report that could not be written fails a run that was in order", () => {
    expect(endingOf(reportWith({}), UNWRITTEN)).toMatchObject({ outcome: "failed", exitCode: 1 });
  });

  test("a report that could not be written does not hide that a run was stale", () => {
    const report = reportWith({ outcome: "stale", exitCode: 3 });
    expect(endingOf(report, UNWRITTEN)).toMatchObject({ outcome: "stale", exitCode: 3 });
  });

  test("a report that could not be written counts before actions that are held", () => {
    const report = reportWith({ outcome: "held", exitCode: 4 });
    expect(endingOf(report, UNWRITTEN)).toMatchObject({ outcome: "failed", exitCode: 1 });
  });
});

describe("refusal", () => {
  test("wrong inputs are invalid, and nothing was run", () => {
    expect(refusal([])).toMatchObject({ outcome: "invalid", exitCode: 2, totals: { actions: 0 } });
  });
});
