import type { Report } from "../../../model/report/report.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { wellFormed } from "../../../shared/shown.ts";
import type { Finding } from "../../findings/finding.ts";
import { findingsByUrgency } from "../../findings/findings-of.ts";
import type { ReportStyle } from "../../reporter.ts";
import { terminalLine } from "../../terminal-text.ts";
import { sarifFixes, sarifResult, withoutLinks } from "./sarif-result.ts";

/** The page that explains reports. */
const DOCS = "https://github.com/sluice/sluice/blob/main/docs/reports.md#sarif";

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
    const bytes = Buffer.byteLength(text) + size + 2;
    isFull = texts.length === limits.results || used + bytes > room;
    if (isFull) continue;
    plain += bytes;
    const bytesOfOthers = (expected - texts.length - 1) * (plain / (texts.length + 1));
    const fixes = sarifFixes(finding, style);
    const fixed = fixes.length === 0 ? text : jsonText({ ...result, fixes });
    const grown = bytes + Buffer.byteLength(fixed) - Buffer.byteLength(text);
    const isWhole = used + grown + bytesOfOthers <= room;
    if (!isWhole && fixes.length > 0) withoutFix += 1;
    texts.push(isWhole ? fixed : text);
    used += isWhole ? grown : bytes;
  }
  return { texts, rules, total, withoutFix };
}

/** Diagnostics and alerts are notifications of the invocation, not results. */
function* changesOf(report: Report): Generator<Finding, void> {
  for (const finding of findingsByUrgency(report))
    if (finding.kind === "change" || finding.kind === "told") yield finding;
}

/** Returns about how many results there will be, without reading them. */
function countOf({ actions, findings = [] }: Report): number {
  return actions.reduce(
    (sum, { state, facts }) =>
      state === "discarded" ? sum : sum + (facts.replacements ?? facts.files.length),
    findings.length,
  );
}

/** The rules of the results so far. */
interface SarifRules {
  /** Returns the place of the rule of a finding, and the bytes that it adds if it is new. */
  indexOf(finding: Finding): { readonly index: number; readonly size: number };
  /** In the order of their places. */
  list(): readonly object[];
}

/** Collects a rule for each op of each step that has results. */
function sarifRules(): SarifRules {
  const indexes = new Map<string, number>();
  const list: object[] = [];
  return {
    indexOf(finding) {
      const known = indexes.get(finding.ruleId);
      if (known !== undefined) return { index: known, size: 0 };
      const rule = ruleOf(finding);
      indexes.set(finding.ruleId, list.length);
      return { index: list.push(rule) - 1, size: Buffer.byteLength(JSON.stringify(rule)) + 1 };
    },
    list: () => list,
  };
}

function ruleOf({ ruleId, title, action, kind, level, note }: Finding): object {
  if (kind === "told") {
    const found = `Code that a search finds: ${title}.`;
    return {
      id: ruleId,
      shortDescription: { text: title },
      fullDescription: { text: found },
      help: { text: note === undefined ? found : withoutLinks(note) },
      helpUri: DOCS,
      defaultConfiguration: { level },
    };
  }
  const recipe = wellFormed(terminalLine(action?.recipe ?? ""));
  const step = wellFormed(terminalLine(action?.step ?? ""));
  const text =
    `Step \`${step}\` of the recipe \`${recipe}\` changes this code. ` +
    "A fix has what the whole run makes of these lines. Held changes wait for a person: `sluice runs` lists them, " +
    "`sluice resolve` ends them.";
  return {
    id: ruleId,
    shortDescription: { text: `${title}: a change of a recipe` },
    fullDescription: { text: `A change that the step ${step} of the recipe ${recipe} makes.` },
    help: { text, markdown: text },
    helpUri: DOCS,
    defaultConfiguration: { level: "note" },
    properties: { tags: ["codemod"] },
  };
}
