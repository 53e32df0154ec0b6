import { expect, it } from "vitest";
import type { FindingReport } from "../../../src/model/report/report.ts";
import { findingsByUrgency } from "../../../src/report/findings/findings-of.ts";

function told(path: string, severity: FindingReport["severity"], more: object = {}): FindingReport {
  const place = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
  const names = { recipe: "r", step: "s", message: path, text: "a", fingerprint: path };
  return { ...names, ...place, bytes: { start: 1, end: 2 }, path, severity, ...more };
}

it("what steps tell comes by its level, of each the own files first, and of these what is new", () => {
  const findings = [
    told("hint", "hint"),
    told("info", "info"),
    told("old", "warning"),
    told("new", "warning", { isNew: true }),
    told("own", "warning"),
    told("own-new", "warning", { isNew: true }),
    told("error", "error"),
  ];
  const report = { actions: [], alerts: [], diagnostics: [], findings };
  const sorted = [...findingsByUrgency(report, new Set(["own", "own-new"]))];
  expect(sorted.map(({ path }) => path)).toEqual([
    ...["error", "own-new", "own", "new", "old", "info", "hint"],
  ]);
});
