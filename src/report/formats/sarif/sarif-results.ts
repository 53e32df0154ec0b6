import type { Report } from "../../../model/report/report.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import type { Finding } from "../../findings/finding.ts";
import { findingsByUrgency } from "../../findings/findings-of.ts";
import type { ReportStyle } from "../../reporter.ts";
import { sarifFixes, sarifResult } from "./sarif-result.ts";
import { type SarifRules, sarifRules } from "./sarif-rules.ts";

/** Code scanning takes 10 MB, and counts compressed bytes: these are not. Some are for all that is not a result. */
const SARIF_LIMITS = { results: 25_000, bytes: 9_400_000 };

/** The results that fit, as texts, and how much did not. */
export interface SarifResults {
  readonly texts: readonly string[];
  readonly rules: SarifRules;
  /** All of the run, also those that are left out. */
  readonly total: number;
  /** Results that have no fix because of the size. */
  readonly withoutFix: number;
}

/** Returns the results of a run, the most urgent first. Fixes give way to results. */
export function sarifResults(
  report: Report,
  style: ReportStyle,
  limits: { readonly results: number; readonly bytes: number } = SARIF_LIMITS,
): SarifResults {
  const texts: string[] = [];
  const rules = sarifRules();
  const expected = Math.min(limits.results, countOf(report));
  const room = limits.bytes;
  let [total, withoutFix, used, plain, isFull] = [0, 0, 0, 0, false];
  for (const finding of changesOf(report)) {
    total += 1;
    if (isFull) continue;
    const { index, size } = rules.indexOf(finding);
    const result = sarifResult(finding, index, style);
    const text = jsonText(result);
    const own = Buffer.byteLength(text) + size + 2;
    isFull = texts.length === limits.results || used + own > room;
    if (isFull) continue;
    plain += own;
    const others = (expected - texts.length - 1) * (plain / (texts.length + 1));
    const fixes = sarifFixes(finding, style);
    const fixed = fixes.length === 0 ? text : jsonText({ ...result, fixes });
    const grown = own + Buffer.byteLength(fixed) - Buffer.byteLength(text);
    const isWhole = used + grown + others <= room;
    if (!isWhole && fixes.length > 0) withoutFix += 1;
    texts.push(isWhole ? fixed : text);
    used += isWhole ? grown : own;
  }
  return { texts, rules, total, withoutFix };
}

/** Diagnostics and alerts are notifications of the invocation, not results. */
function* changesOf(report: Report): Generator<Finding, void> {
  for (const finding of findingsByUrgency(report)) if (finding.kind === "change") yield finding;
}

/** Returns about how many results there will be, without reading them. */
function countOf({ actions }: Report): number {
  return actions.reduce(
    (sum, { state, facts }) =>
      state === "discarded" ? sum : sum + (facts.replacements ?? facts.files.length),
    0,
  );
}
