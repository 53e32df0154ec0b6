import type { Alert } from "../../model/alert.ts";
import type { CheckTime, OnCheckFailure } from "../../model/policy/checks.ts";
import type { Policy } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { failureText, sentence } from "../checks/check-words.ts";
import { checksOf, ruleOf } from "../checks/checks-of.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { CheckUnit } from "./check-unit.ts";
import { fallen, stuckAlerts, withChecks } from "./fallen.ts";
import { type Proving, proveUnit, type UnitEnd } from "./prove-unit.ts";

const STRICTEST: readonly OnCheckFailure[] = ["fail", "discard", "bisect"];

/** The times of the checks that an action has passed, or is to pass, at a time. */
const UP_TO: Readonly<Record<CheckTime, readonly CheckTime[]>> = {
  action: ["action"],
  rule: ["action", "rule"],
  run: ["action", "rule", "run"],
};

/** Outcomes that are proved unit by unit, in one pass or several. */
export class OutcomesProof<Outcome extends KeptOutcome> {
  outcomes: readonly Outcome[];
  readonly #proving: Proving;
  readonly #alert: (alert: Alert) => void;
  /** The names of the checks that have passed in the tree as it is now. */
  #passed = new Set<string>();
  #isAgain = false;

  constructor(outcomes: readonly Outcome[], proving: Proving, alert: (alert: Alert) => void) {
    this.outcomes = outcomes;
    this.#proving = proving;
    this.#alert = alert;
  }

  /** Proves all outcomes by the checks of a time, and again until all pass in one tree. */
  async proveAt(time: CheckTime): Promise<void> {
    for (let times: readonly CheckTime[] = [time]; await this.#prove(times); ) times = UP_TO[time];
  }

  /**
   * Proves each unit by its checks of some times; in a later pass without those that have passed in the tree as it is.
   * Returns true if something was taken back, so that the tree is another one.
   */
  async #prove(times: readonly CheckTime[]): Promise<boolean> {
    let hasMoved = false;
    for (const unit of unitsOf(this.#applied, times, this.#proving.policy)) {
      const due = unit.checks.filter(({ name }) => !this.#isAgain || !this.#passed.has(name));
      if (due.length === 0) continue;
      const isMoved = await this.#proveUnit({ ...unit, checks: due });
      hasMoved ||= isMoved;
    }
    this.#isAgain = true;
    return hasMoved;
  }

  get #applied(): readonly Outcome[] {
    return this.outcomes.filter(({ report }) => report.state === "applied");
  }

  /** Proves those actions of a unit that still stand. Returns true if something was taken back. */
  async #proveUnit(unit: Omit<CheckUnit, "since">): Promise<boolean> {
    const applied = this.#applied;
    const standing = new Set(applied.map(({ report }) => report.id));
    const since = this.outcomes.map(({ report }) => report.id);
    const open = { ...unit, since, ids: unit.ids.filter((id) => standing.has(id)) };
    if (open.ids.length === 0) return false;
    if (this.#isAgain) await this.#awaitAgain(open);
    const end = await proveUnit(open, applied, this.#proving);
    this.outcomes = this.outcomes.map((outcome) => revised(outcome, open, end));
    for (const alert of alertsOf(open, end)) this.#alert(alert);
    const isMoved = [...end.fates.values()].some(({ kind }) => kind === "taken-back");
    if (isMoved) this.#passed = new Set();
    const left = { ...open, ids: open.ids.filter((id) => !end.fates.has(id)) };
    for (const { name } of open.checks)
      if (askingFor(name, left).length > 0) this.#passed.add(name);
    return isMoved;
  }

  /** Notes in the journal that actions are no longer proved: checks passed with others that are gone. */
  async #awaitAgain(unit: CheckUnit): Promise<void> {
    for (const { name } of unit.checks) {
      const actions = askingFor(name, unit);
      await this.#proving.writer.noteProof({ kind: "awaits", check: name, actions });
    }
  }
}

/** Returns the actions of a unit that have to pass a check. */
function askingFor(check: string, { ids, checksOf }: CheckUnit): readonly string[] {
  return ids.filter((id) => checksOf(id).some(({ name }) => name === check));
}

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
    const taken = `${own} of ${countOf(ids.length, "action")}${about}${more}`;
    const message = `${sentence(failureText(failure.run))} Taken back: ${taken}.`;
    alerts.push({ level: "error", code: "check-failed", message });
  }
  return [...alerts, ...stuckAlerts(fates.values())];
}

/**
 * Returns the applied actions that checks of some times prove together: those of each rule; at the end of a run all.
 */
function unitsOf(
  outcomes: readonly KeptOutcome[],
  times: readonly CheckTime[],
  policy: Policy,
): readonly Omit<CheckUnit, "since">[] {
  const byRule = new Map<string, string[]>();
  const ruleIds = new Map<string, string>();
  for (const { report } of outcomes) {
    const { id, ruleId = "" } = report;
    if (checksOf(policy, ruleId, ...times).length === 0) continue;
    byRule.set(ruleId, [...(byRule.get(ruleId) ?? []), id]);
    ruleIds.set(id, ruleId);
  }
  const checksOfAction = (id: string) => checksOf(policy, ruleIds.get(id), ...times);
  if (!times.includes("run") || byRule.size < 2)
    return [...byRule].map(([rule, ids]) => {
      const checks = checksOf(policy, rule, ...times);
      return {
        ids,
        rule,
        checks,
        checksOf: checksOfAction,
        onFailure: onFailureOf(policy, [rule]),
      };
    });
  const rules = [...byRule.keys()];
  const names = new Set(rules.flatMap((rule) => checksOf(policy, rule, ...times)));
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
