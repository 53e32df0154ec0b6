import type { Alert } from "../../model/alert.ts";
import { boundDiagnostics, type Diagnostic, MOST_DIAGNOSTICS } from "../../model/diagnostic.ts";
import { type ExitFindings, withUnwrittenReport } from "../../model/exit-code.ts";
import type { ActionReport, Report } from "../../model/report/report.ts";
import type { PlanCommand } from "../../model/run-kind.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import type { MadeCommits } from "../../run/commits/commit-actions.ts";
import { type ReportFrame, reportOf, type SearchedFiles } from "../../run/state/report-of.ts";
import { RunLedger } from "../../run/state/run-ledger.ts";
import { RunStop } from "../../run/state/run-stop.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shown } from "../../shared/shown.ts";
import { stackOf } from "../../shared/stack-of.ts";
import type { NoWriting } from "../../tree/write/hold-lock.ts";
import { recoveredAlerts } from "../../tree/write/recover-here.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import { unfinishedAlert, type Writing } from "../../tree/write/take-writing.ts";
import type { EndedPlan, Found, PlanEnd, PlanFindings, WrittenOutcome } from "./judged-plan.ts";
import { appliedAction, endedBy, NOTHING_SEARCHED, wouldApply } from "./plan-alerts.ts";

/** Reports the outcomes of applying or publishing a plan, each as a report and as events. */
export class PlanReporter {
  readonly #request: PlanRequest;
  readonly #world: RunWorld;
  readonly #command: PlanCommand;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  #id: string;
  readonly ledger: RunLedger;
  readonly #stop: RunStop;
  #isStarted = false;
  #recipes: readonly string[] = [];
  #named: ReadonlySet<string> | undefined;
  #configuration: ReportFrame["configuration"] = { trust: null, policy: null, sources: [] };

  constructor(request: PlanRequest, world: RunWorld, command: PlanCommand = "apply") {
    this.#request = request;
    this.#command = command;
    this.#world = world;
    this.startedAt = world.now();
    this.#id = world.newRunId();
    this.ledger = new RunLedger(world.emit);
    this.#stop = new RunStop(world.interrupted, world.timedOut);
  }

  /** Fires when the run is to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Takes the names of the plan's recipes, once it was read. */
  name({ recipes }: Plan): void {
    this.#recipes = recipes.map(({ name }) => shown(name));
  }

  /** Takes the actions that a person named: the report has only these, and none of them is held. */
  choose(actions: readonly PlannedAction[]): void {
    this.#named = new Set(actions.map(({ id }) => id));
  }

  /** Takes the files that the plan is judged by. */
  configure(configuration: ReportFrame["configuration"]): void {
    this.#configuration = configuration;
  }

  /** Begins the run, once the lock is held: reports what was recovered. Returns the names for the journal. */
  begin({ freeRunId, recovered }: Writing): { readonly id: string; readonly startedAt: string } {
    // Ids are in the order of writing: an id from before the lock would be older than the runs that it waited for.
    this.#id = freeRunId(this.#world.newRunId());
    this.#start();
    for (const alert of recoveredAlerts(recovered)) this.ledger.alert(alert);
    return { id: this.#id, startedAt: new Date(this.startedAt).toISOString() };
  }

  /** Keeps the report if anything was written, and reports the end of the run. */
  async finish(report: Report, writer?: RunWriter, ended: EndedPlan = {}): Promise<Report> {
    const { held, note } = ended;
    const kept = held?.actions.length ? { root: this.#request.root, plan: held } : undefined;
    const unfinished = await writer?.end(report, { held: kept, note }).catch(messageOf);
    if (unfinished !== undefined) this.ledger.alert(unfinishedAlert(unfinished));
    const { alerts } = this.ledger;
    const last = unfinished === undefined ? report : { ...withUnwrittenReport(report), alerts };
    const { outcome, exitCode, totals } = last;
    this.#world.emit({ type: "run-finished", outcome, exitCode, totals });
    return last;
  }

  /** Checks, last before anything is written, if a signal or the time limit came first. */
  isStopped(): boolean {
    return this.#stop.leaveOut() !== undefined;
  }

  invalid(diagnostics: readonly Diagnostic[]): Report {
    this.#start();
    for (const diagnostic of boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.shown))
      this.#world.emit({ type: "diagnostic", diagnostic });
    return this.#report(NOTHING_SEARCHED, { invalid: true }, diagnostics);
  }

  /** Nothing was written: another run writes, or writing is refused. */
  refused(plan: Plan, { kind, message }: NoWriting): Report {
    this.#start();
    if (kind === "stopped") return this.left(plan, { cause: "interrupted" });
    this.ledger.alert({ level: kind === "locked" ? "warn" : "error", code: kind, message });
    const isLocked = kind === "locked";
    const findings = { limit: isLocked, failed: !isLocked };
    return this.#end(plan, () => ({ state: "failed", result: message }), findings);
  }

  /** The tree or the plan is not the expected one; nothing was written. */
  stale(found: Found, alerts: readonly Alert[]): Report {
    this.#start();
    for (const alert of alerts) this.ledger.alert(alert);
    const result = "The plan does not fit; nothing was written.";
    return this.#end(found, () => ({ state: "failed", isStale: true, result }), { stale: true });
  }

  /** Nothing was written: the run was to end before. */
  left(found: Found, { cause, alerts = [], exceeding }: Omit<PlanEnd, "kind">): Report {
    this.#start();
    for (const alert of alerts) this.ledger.alert(alert);
    this.#stop.leaveOut();
    const limit = cause === "limit" ? { limit: true } : {}; // Otherwise the time limit counts.
    const findings = { isFault: cause === "fault", ...limit };
    return this.#end(found, ({ id }) => endedBy(exceeding, id), findings);
  }

  unwritten(found: Found, why: string): Report {
    const message = `Apply failed: ${why}`;
    this.ledger.alert({ level: "error", code: "apply-failed", message });
    return this.#end(found, () => ({ state: "failed", result: message }));
  }

  written(found: PlanFindings, made?: MadeCommits, revise = (one: ActionReport) => one): Report {
    for (const alert of [...found.alerts, ...(made?.alerts ?? [])]) this.ledger.alert(alert);
    this.ledger.commits = made?.commits;
    return this.#end(found, (action) => revise(appliedAction(action)));
  }

  /** Nothing of the tree was written: what the plan changes is on branches of a forge. */
  published(found: PlanFindings, findings: ExitFindings, outcomeOf = wouldApply): Report {
    this.#start();
    for (const alert of found.alerts) this.ledger.alert(alert);
    return this.#end(found, outcomeOf, findings);
  }

  fault(error: unknown): Report {
    this.#start();
    this.#world.emit({ type: "fault", detail: stackOf(error) });
    return this.#report(NOTHING_SEARCHED, { isFault: true });
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const run = { runId: this.#id, command: this.#command, recipes: this.#recipes } as const;
    this.#world.emit({ type: "run-started", ...run });
  }

  #end(
    found: Found,
    outcomeOf: (action: PlannedAction) => WrittenOutcome,
    findings: ExitFindings = {},
  ): Report {
    for (const action of found.actions) {
      if (this.#named?.has(action.id) === false) continue;
      const isLeft = action.state !== "would-apply" && this.#named === undefined;
      const outcomeOfAction: Partial<WrittenOutcome> = isLeft ? {} : outcomeOf(action);
      const files = action.files.map(({ edits: _edits, ...file }) => file);
      const { warned: _warned, ...unwarned } = action;
      const base = outcomeOfAction.verdict === undefined ? action : unwarned;
      this.ledger.end({ report: { ...base, ...outcomeOfAction, files }, changes: [] });
    }
    return this.#report(found, findings);
  }

  #report(
    searched: SearchedFiles,
    findings: ExitFindings,
    diagnostics: readonly Diagnostic[] = [],
  ): Report {
    return reportOf(this.ledger, {
      run: {
        id: this.#id,
        command: this.#command,
        startedAt: new Date(this.startedAt).toISOString(),
        durationMs: this.#world.now() - this.startedAt,
      },
      diagnostics,
      configuration: searched.configuration ?? this.#configuration,
      stop: this.#stop,
      check: this.#request.check,
      exitZero: this.#request.exitZero,
      findings,
      searched,
    });
  }
}
