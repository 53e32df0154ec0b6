import type { Alert } from "../../model/alert.ts";
import type { CaseProblem } from "../../model/recipe/recipe-tests.ts";
import type { Report } from "../../model/report/report.ts";
import type { SkipReason } from "../../model/skip-reason.ts";
import { shown } from "../../shared/shown.ts";
import type { WrittenCase } from "./case-schema.ts";

/**
 * The alerts that a case need not name: what a recipe finds in a whole project, it does not find in a small tree, the
 * reasons for files that were left alone are told by `skipped`, and what looks like a match is no code.
 */
const QUIET_ALERTS: readonly Alert["code"][] = [
  "no-replacements",
  "no-files",
  "other-languages",
  "expectation",
  "syntax-errors",
  "grammar-limit",
  "leftovers",
];

/** The reasons to leave a file alone that a case must name. The others are choices of the recipe. */
const TOLD_SKIPS: readonly SkipReason[] = [
  "syntax-errors",
  "not-utf8",
  "too-large",
  "vanished",
  "unreadable",
  "path-too-long",
  "transform-failed",
  "format-failed",
  "held-before",
  "over-limit",
];

/** Returns what is wrong with a run that was to apply everything, by its report. */
export function judgeReport(report: Report, settings: WrittenCase): readonly CaseProblem[] {
  const { outcome, diagnostics, alerts, actions } = report;
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ message }): CaseProblem => ({ kind: "run", message }));
  const left = actions.filter(({ state }) => state !== "applied");
  const problems = [
    ...errors.slice(0, MOST_ERRORS),
    ...left.map(({ label, state, reason }): CaseProblem => {
      return { kind: "run", message: `${label}: ${state}. ${reason ?? ""}`.trimEnd() };
    }),
    ...judgeAlerts(alerts, settings.alerts ?? []),
    ...judgeSkips(report, settings.skipped ?? {}),
  ];
  const isNamed = alerts.some(
    ({ code, level }) => level === "error" && (code === "expectation" || isIn(settings, code)),
  );
  const isFine = outcome === "ok" || (outcome === "failed" && (isNamed || problems.length > 0));
  const unknown: CaseProblem = { kind: "run", message: `The run ended as \`${outcome}\`.` };
  return isFine || errors.length > 0 ? problems : [...problems, unknown];
}

const MOST_ERRORS = 10;

function isIn({ alerts = [] }: WrittenCase, code: string): boolean {
  return alerts.includes(code);
}

function judgeAlerts(alerts: Report["alerts"], named: readonly string[]): readonly CaseProblem[] {
  const codes = new Set(alerts.map(({ code }) => code));
  const quiet: readonly string[] = QUIET_ALERTS;
  const surprising = alerts.filter(({ code }) => !named.includes(code) && !quiet.includes(code));
  return [
    ...surprising.map(({ code, message }): CaseProblem => {
      return {
        kind: "alert",
        message: `The alert \`${code}\`, which the case does not name: ${message}`,
      };
    }),
    ...named
      .filter((code) => !codes.has(code))
      .map((code): CaseProblem => {
        return { kind: "alert", message: `There was no alert \`${shown(code)}\`.` };
      }),
  ];
}

function judgeSkips(
  { skipped }: Report,
  named: Readonly<Record<string, string>>,
): readonly CaseProblem[] {
  const told: readonly string[] = TOLD_SKIPS;
  const isNamed = (path: string, why: string) => Object.hasOwn(named, path) && named[path] === why;
  const surprising = skipped.filter(({ path, why }) => told.includes(why) && !isNamed(path, why));
  const missing = Object.entries(named).filter(
    ([path, why]) => !skipped.some((skip) => skip.path === path && skip.why === why),
  );
  return [
    ...surprising.map(({ path, why }): CaseProblem => {
      const message = `${shown(path)} was left alone (${why}), which the case does not name.`;
      return { kind: "skipped", message };
    }),
    ...missing.map(([path, why]): CaseProblem => {
      return { kind: "skipped", message: `${shown(path)} was not left alone (${shown(why)}).` };
    }),
  ];
}
