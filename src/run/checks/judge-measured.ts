import { compareFindings } from "../../findings/compare-findings.ts";
import type { Finding } from "../../findings/finding.ts";
import { LISTED_LOSSES } from "../../model/action/file-losses.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { CheckRunReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { globMatcher } from "../../shared/paths/glob.ts";
import { shorten } from "../../shared/shorten.ts";
import { shown } from "../../shared/shown.ts";
import { countOfMeasured, type Measured } from "./measured.ts";

/** The part of a record that the comparison of two measures tells. */
export type MeasuredEnd = Pick<CheckRunReport, "outcome"> &
  Partial<Pick<CheckRunReport, "why" | "counted" | "findingsAdded" | "findingsRemoved">>;

/** Returns what the record of a run has of its numbers; after the changes, they decide how it ends. */
export function numbersOf(
  check: PolicyCheck,
  before: Measured | undefined,
  measured: Measured | undefined,
): Partial<MeasuredEnd> {
  if (measured === undefined) return {};
  if (before !== undefined) return judgeMeasured(check, before, measured);
  return { counted: { of: measured.kind, before: countOfMeasured(measured) } };
}

/** Compares the numbers of a check before and after the actions that it is about. */
export function judgeMeasured(
  { measure, ok }: Pick<PolicyCheck, "measure" | "ok">,
  before: Measured,
  after: Measured,
): MeasuredEnd {
  const counted = {
    of: after.kind,
    before: countOfMeasured(before),
    after: countOfMeasured(after),
  };
  if (before.kind === "findings" && after.kind === "findings") {
    const { added, removed } = compareFindings(before.tree, after.tree);
    const wanted = measure?.kind === "findings" ? measure.removed : [];
    const lists = { findingsAdded: listed(added), findingsRemoved: listed(removed) };
    return { ...endWith(whyNotGood(added, removed, wanted)), counted, ...lists };
  }
  const why = before.kind === "lines" && after.kind === "lines" && whyMore(before, after, ok);
  return { ...endWith(why || undefined), counted };
}

function endWith(why: string | undefined): MeasuredEnd {
  return why === undefined ? { outcome: "passed" } : { outcome: "failed", why };
}

type Lines = Extract<Measured, { readonly kind: "lines" }>;

/** Another failure than before may be a crash in the middle. */
function whyMore(before: Lines, after: Lines, ok: PolicyCheck["ok"]): string | undefined {
  if (after.count > before.count)
    return `${countOf(after.count, "line")}, and ${before.count} before`;
  const isKnown = ok !== undefined || after.exitCode === 0 || after.exitCode === before.exitCode;
  return isKnown ? undefined : `exit code ${after.exitCode}, and ${before.exitCode} before`;
}

function whyNotGood(
  added: readonly Finding[],
  removed: readonly Finding[],
  wanted: readonly string[],
): string | undefined {
  if (added.length > 0) {
    const places = boundedList(added.map(placeOf), NAMED);
    return `${countOf(added.length, "finding")} ${added.length === 1 ? "is" : "are"} new: ${places}`;
  }
  const left = wanted.find((glob) => !removed.some(({ rule }) => globMatcher([glob])(rule)));
  return left === undefined ? undefined : `no finding of \`${left}\` is gone`;
}

/** The findings that a reason names. */
const NAMED = 3;

/** Returns the first findings with their places, and the number of the others. */
function listed(findings: readonly Finding[]): string[] {
  const first = findings.slice(0, LISTED_LOSSES).map(placeOf);
  const more = findings.length - first.length;
  return more === 0 ? first : [...first, `${more} more`];
}

/** The most characters of the id of a rule that are shown. */
const MOST_SHOWN = 100;

function placeOf({ path, region, rule, tool }: Finding): string {
  const line = region === undefined ? "" : `:${region.startLine}`;
  const name = shorten(rule === "" ? tool : rule, MOST_SHOWN);
  return shown(path === "" ? name : `${path}${line} ${name}`);
}
