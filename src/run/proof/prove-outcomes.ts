import type { Alert } from "../../model/alert.ts";
import type { CheckTime, OnCheckFailure } from "../../model/policy/checks.ts";
import type { Policy } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { failureText, sentence } from "../checks/check-words.ts";
import { checksOf, ruleOf } from "../checks/checks-of.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { RunContext } from "../state/run-context.ts";
import { fallen, stuckAlerts, withChecks } from "./fallen.ts";
import { type CheckUnit, type Proving, proveUnit, type UnitEnd } from "./prove-unit.ts";

/**
 * Proves what was applied by the checks of one time, and returns all outcomes: those that did not pass are taken back.
 * `outcomes` are in the order of writing; nothing else was written behind them.
 */
export async function proveOutcomes<Outcome extends KeptOutcome>(
  outcomes: readonly Outcome[],
  time: CheckTime,
  context: RunContext,
): Promise<readonly Outcome[]> {
  const proving = provingOf(context);
  if (proving === undefined) return outcomes;
  let known = outcomes;
  for (const unit of unitsOf(outcomes, time, proving.policy)) {
    const applied = known.filter(isApplied);
    const ids = new Set(applied.map(({ report }) => report.id));
    const open = { ...unit, ids: unit.ids.filter((id) => ids.has(id)) };
    if (open.ids.length === 0) continue;
    const end = await proveUnit(open, applied, proving);
    known = known.map((outcome) => revised(outcome, open, end));
    for (const alert of alertsOf(open, end)) context.record.ledger.alert(alert);
  }
  return known;
}

/** Proves everything that a run has applied by the checks that run once, and makes the outcomes final. */
export async function proveRun(context: RunContext): Promise<void> {
  const { ledger, policy } = context.record;
  if (ledger.isSettled || policy?.transaction === "run") return;
  ledger.replace(await proveOutcomes(ledger.outcomes, "run", context));
  ledger.settle();
}

/** Returns undefined if the run has no checks, or if all of it is one transaction. */
function provingOf({ record, world }: RunContext): Proving | undefined {
  const { policy, checks, writer } = record;
  if (policy === undefined || checks === undefined || writer === undefined) return undefined;
  if (policy.transaction === "run") return undefined; // Nothing is on the disk before the end.
  return { policy, checks, writer, workspace: world.workspace, stop: world.stop };
}

function isApplied({ report }: KeptOutcome): boolean {
  return report.state === "applied";
}

/** Returns the actions that are proved together: those of each rule; at the end of a run all. */
function unitsOf(
  outcomes: readonly KeptOutcome[],
  time: CheckTime,
  policy: Policy,
): readonly CheckUnit[] {
  const byRule = new Map<string, string[]>();
  const ruleIds = new Map<string, string>();
  for (const { report } of outcomes.filter(isApplied)) {
    const { id, ruleId = "" } = report;
    if (checksOf(policy, ruleId, time).length === 0) continue;
    byRule.set(ruleId, [...(byRule.get(ruleId) ?? []), id]);
    ruleIds.set(id, ruleId);
  }
  const checksOfAction = (id: string) => checksOf(policy, ruleIds.get(id), time);
  if (time !== "run" || byRule.size < 2)
    return [...byRule].map(([rule, ids]) => {
      const checks = checksOf(policy, rule, time);
      return {
        ids,
        rule,
        checks,
        checksOf: checksOfAction,
        onFailure: onFailureOf(policy, [rule]),
      };
    });
  const rules = [...byRule.keys()];
  const names = new Set(rules.flatMap((rule) => checksOf(policy, rule, time)));
  const checks = (policy.checks ?? []).filter((check) => names.has(check));
  const ids = [...byRule.values()].flat();
  const onFailure = onFailureOf(policy, rules);
  return [{ ids, rule: undefined, checks, checksOf: checksOfAction, onFailure }];
}

/** Of rules that share a run of checks the strictest counts. */
function onFailureOf(policy: Policy, rules: readonly string[]): OnCheckFailure {
  const all = rules.map((rule) => ruleOf(policy, rule)?.onCheckFailure ?? "discard");
  return STRICTEST.find((one) => all.includes(one)) ?? "discard";
}

const STRICTEST: readonly OnCheckFailure[] = ["fail", "discard", "bisect"];

function revised<Outcome extends KeptOutcome>(
  outcome: Outcome,
  unit: CheckUnit,
  { fates, changesOf }: UnitEnd,
): Outcome {
  const { report } = outcome;
  const fate = fates.get(report.id);
  if (fate !== undefined) return { ...outcome, report: fallen(report, fate) };
  const passed = unit.ids.includes(report.id) ? unit.checksOf(report.id) : [];
  const checks = passed.map(({ name }) => ({ name, outcome: "passed" as const }));
  const changes = report.state === "applied" ? changesOf(outcome.changes) : outcome.changes;
  const isMoved = changes.some((change, index) => change !== outcome.changes[index]);
  if (checks.length === 0 && !isMoved) return outcome;
  const noted = checks.length === 0 ? report : withChecks(report, checks);
  return { ...outcome, changes, report: isMoved ? withFiles(noted, changes) : noted };
}

function withFiles(report: ActionReport, changes: KeptOutcome["changes"]): ActionReport {
  const files = report.files.map((file, index) => {
    const change = changes[index];
    if (change === undefined) return file;
    const { additions, deletions, preHash, postHash, diff } = change;
    return { ...file, additions, deletions, preHash, postHash, diff };
  });
  return { ...report, files };
}

function alertsOf({ ids, rule }: CheckUnit, { fates, failure }: UnitEnd): readonly Alert[] {
  const about = rule === undefined ? "" : ` (rule ${rule})`;
  const back = [...fates].flatMap(([id, { kind }]) => (kind === "taken-back" ? [id] : []));
  const own = back.filter((id) => ids.includes(id)).length;
  const others = back.length - own;
  const more =
    others === 0
      ? ""
      : `, and ${countOf(others, "action")} of other rules or steps that rest on them`;
  const alerts: Alert[] = [];
  if (failure !== undefined) {
    const message = `${sentence(failureText(failure.run))} Taken back: ${own} of ${countOf(ids.length, "action")}${about}${more}.`;
    alerts.push({ level: "error", code: "check-failed", message });
  }
  return [...alerts, ...stuckAlerts(fates.values())];
}
