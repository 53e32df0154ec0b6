import type { Alert } from "../../model/alert.ts";
import type { CheckTime } from "../../model/policy/checks.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { failureText, sentence } from "../checks/check-words.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { RunContext } from "../state/run-context.ts";
import type { CheckUnit } from "./check-unit.ts";
import { fallen, stuckAlerts, withChecks } from "./fallen.ts";
import { type Proving, proveUnit, type UnitEnd } from "./prove-unit.ts";
import { unitsOf } from "./units-of.ts";

/**
 * Proves what was applied by the checks of one time, and returns all outcomes: those that did not pass are taken back.
 * What stands then was proved in a tree that is gone, so that its checks run again, also those of earlier times, until
 * all pass in one tree. `outcomes` are in the order of writing; nothing else was written behind them.
 */
export async function proveOutcomes<Outcome extends KeptOutcome>(
  outcomes: readonly Outcome[],
  time: CheckTime,
  context: RunContext,
): Promise<readonly Outcome[]> {
  const proving = provingOf(context);
  if (proving === undefined) return outcomes;
  const { ledger } = context.record;
  const proof = new OutcomesProof(outcomes, proving, (alert) => ledger.alert(alert));
  for (let times: readonly CheckTime[] = [time]; await proof.prove(times); ) times = UP_TO[time];
  return proof.outcomes;
}

/** The times of the checks that an action has passed, or is to pass, at a time. */
const UP_TO: Readonly<Record<CheckTime, readonly CheckTime[]>> = {
  action: ["action"],
  rule: ["action", "rule"],
  run: ["action", "rule", "run"],
};

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

/** Outcomes that are proved unit by unit, in one pass or several. */
class OutcomesProof<Outcome extends KeptOutcome> {
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

  /**
   * Proves each unit by its checks of some times; in a later pass without those that have passed in the tree as it is.
   * Returns true if something was taken back, so that the tree is another one.
   */
  async prove(times: readonly CheckTime[]): Promise<boolean> {
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
  async #proveUnit(unit: CheckUnit): Promise<boolean> {
    const applied = this.#applied;
    const standing = new Set(applied.map(({ report }) => report.id));
    const open = { ...unit, ids: unit.ids.filter((id) => standing.has(id)) };
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
