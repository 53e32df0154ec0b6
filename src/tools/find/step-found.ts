import { OWN_OP, type Severity } from "../../model/recipe/rule-words.ts";
import type { FindingReport, FoundSum } from "../../model/report/report.ts";
import type { StepFindings } from "../../model/search/step-found.ts";
import type { StepName } from "../../model/step-name.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { createFingerprints } from "../../shared/lists/fingerprints.ts";
import type { FoundByCall } from "./find-shapes.ts";
import { wordsOfOp } from "./words-of-op.ts";

/** The most findings, and the most files, that later steps see. */
const MOST_SEEN = 1000;

/** Returns the findings of a step as they are reported, with their sums. */
export function stepFound(name: StepName, found: FoundByCall): StepFindings {
  const findings = [...findingsOf(name, found)];
  const sum = sumOf(findings, found);
  const { base: _base, total: count, files: _files, ...severities } = sum;
  const paths = found.told.map(({ path }) => path);
  const files = paths.slice(0, MOST_SEEN);
  const output = { count, files, ...severities, findings: findings.slice(0, MOST_SEEN) };
  return { findings, sum, paths, unmet: unmetBy(findings, sum, found), output };
}

function* findingsOf(
  { recipe, step }: StepName,
  { params, told, compared }: FoundByCall,
): Generator<FindingReport, void> {
  const words = new Map(params.ops.map((op) => [op.id, wordsOfOp(op, params)] as const));
  const fingerprintOf = createFingerprints();
  for (const { path, places } of told)
    for (const place of places) {
      const { opId, message, lines, ...where } = place;
      const { severity, note } = words.get(opId) ?? { severity: "hint" as const };
      const rule = opId === OWN_OP ? {} : { rule: opId };
      yield {
        recipe,
        step,
        ...rule,
        severity,
        ...(message === "" ? {} : { message }),
        ...(note === undefined ? {} : { note }),
        path,
        ...where,
        fingerprint: fingerprintOf([path, recipe, step, opId, lines]),
        ...(compared?.isNew(path, place) === true ? { isNew: true } : {}),
      };
    }
}

function sumOf(findings: readonly FindingReport[], { told, compared }: FoundByCall): FoundSum {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  return {
    total: findings.length,
    files: told.length,
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    hints: count("hint"),
    ...(compared && { base: { commit: compared.commit, total: compared.total } }),
  };
}

/** The most new findings that a sentence names. */
const MOST_NAMED = 5;

function unmetBy(
  findings: readonly FindingReport[],
  { total }: FoundSum,
  { params: { expect }, compared }: FoundByCall,
): readonly string[] {
  const { maxFindings = Infinity } = expect;
  const unmet: string[] = [];
  if (total > maxFindings)
    unmet.push(`Expected at most ${maxFindings} findings, and there are ${total}.`);
  if (compared !== undefined && compared.now > compared.total) {
    const fresh = findings.filter(({ isNew }) => isNew);
    const named = fresh.map(
      ({ path, startLine, rule }) =>
        `${path}:${startLine}${rule === undefined ? "" : ` (${rule})`}`,
    );
    const base = `the base, ${compared.commit.slice(0, 10)}, where there are ${compared.total}`;
    const news = fresh.length === 0 ? "" : ` New: ${boundedList(named, MOST_NAMED)}.`;
    unmet.push(`Expected no more findings than at ${base}, and there are ${compared.now}.${news}`);
  }
  return unmet;
}
