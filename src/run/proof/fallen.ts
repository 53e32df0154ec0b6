import type { Alert } from "../../model/alert.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { Fate } from "./fate.ts";

/** Returns the report of an action that does not stand. */
export function fallen(
  { result: _result, warned: _warned, ...report }: ActionReport,
  fate: Fate,
): ActionReport {
  const { kind, reason, check, isRun } = fate;
  const outcome = isRun ? ("failed" as const) : ("not-run" as const);
  const noted = check === undefined ? report : withChecks(report, [{ name: check, outcome }]);
  const ended = { ...noted, verdict: "discard", ruleId: "checks", reason } as const;
  if (kind === "stuck") return { ...ended, state: "failed", result: reason, isWritten: true };
  return { ...ended, state: "discarded" };
}

/** Returns the report of an action with the outcomes of further checks; of one that ran again the last counts. */
export function withChecks<Action extends Pick<ActionReport, "checks">>(
  report: Action,
  checks: NonNullable<ActionReport["checks"]>,
): Action {
  const names = new Set(checks.map(({ name }) => name));
  const earlier = (report.checks ?? []).filter(
    ({ name, outcome }) => outcome !== "would-run" && !names.has(name),
  );
  return { ...report, checks: [...earlier, ...checks] };
}

/** Returns the alerts about actions that could not be taken back. */
export function stuckAlerts(fates: Iterable<Fate>): readonly Alert[] {
  const reasons = [...fates].flatMap(({ kind, reason }) => (kind === "stuck" ? [reason] : []));
  return [...new Set(reasons)].map((message) => ({ level: "error", code: "check-stuck", message }));
}
