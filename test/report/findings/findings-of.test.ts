import { expect, it } from "vitest";
import type { FindingReport } from "../../../src/model/report/report.ts";
import { findingsByUrgency, findingsOf } from "../../../src/report/findings/findings-of.ts";
import { sarifResults } from "../../../src/report/formats/sarif/sarif-results.ts";
import { fullReport } from "../../support/full-report.ts";

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

it("what only says that there was nothing to do is none", () => {
  const codes = ["language-left-out", "no-replacements", "other-languages"] as const;
  const alerts = codes.map((code) => ({ level: "warn" as const, code, message: code }));
  const found = [...findingsOf({ actions: [], diagnostics: [], alerts })];
  expect(found.map(({ ruleId }) => ruleId)).toEqual(["other-languages"]);
});

it("the help of a rule of SARIF is its note, whatever was found first", () => {
  const told1 = told("a", "error", { rule: "x", note: "Why" });
  const told2 = told("b", "error", { rule: "y", isNew: true });
  const report = fullReport({ actions: [], findings: [told1, told2] });
  const rules = sarifResults(report, { color: false, verbose: false, quiet: false }).rules.list();
  expect(rules).toMatchObject([
    { id: "r/s/y", help: { text: "Code that a search finds: y." } },
    { id: "r/s/x", help: { text: "Why" } },
  ]);
});
