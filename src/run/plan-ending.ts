import type { Alert } from "../model/alert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { exitOf, type RunFindings } from "../model/exit-code.ts";
import type { ActionReport, Report } from "../model/report.ts";
import { totalsOf } from "../model/totals.ts";
import { shown } from "../plan/check-plan.ts";
import type { PlannedAction } from "../plan/plan.ts";
import { countOf } from "../shared/count-of.ts";
import type { ApplyRequest } from "./apply-request.ts";
import type { PlanFindings } from "./judged-plan.ts";
import type { RunSurroundings } from "./request.ts";
import { RunLedger } from "./run-ledger.ts";
import { RunStop } from "./run-stop.ts";

type Found = Omit<PlanFindings, "alerts">;

/** How an action that was to be applied ends. */
type Ending = Partial<Omit<ActionReport, "id" | "files">> & Pick<ActionReport, "state">;

/** The ends that applying a plan can come to, each as a report and as events. */
export class PlanEnding {
  readonly #request: ApplyRequest;
  readonly #surroundings: RunSurroundings;
  readonly #startedAt: number;
  readonly #id: string;
  readonly #ledger: RunLedger;
  readonly #stop: RunStop;

  constructor(request: ApplyRequest, surroundings: RunSurroundings) {
    this.#request = request;
    this.#surroundings = surroundings;
    this.#startedAt = surroundings.now();
    this.#id = surroundings.newRunId();
    this.#ledger = new RunLedger(surroundings.emit);
    this.#stop = new RunStop(surroundings.interrupted, surroundings.timedOut);
  }

  begin(names: readonly string[]): void {
    const recipes = names.map(shown);
    this.#surroundings.emit({ type: "run-started", runId: this.#id, command: "apply", recipes });
  }

  /** Tells of what is about to be written. */
  queue(actions: readonly PlannedAction[]): void {
    for (const { id, recipe, step, label } of actions)
      this.#surroundings.emit({ type: "action-queued", id, recipe, step, label });
  }

  /** Asked last before anything is written: whether a signal or the time limit came first. */
  isStopped(): boolean {
    return this.#stop.leaveOut() !== undefined;
  }

  invalid(diagnostics: readonly Diagnostic[]): Report {
    for (const diagnostic of diagnostics)
      this.#surroundings.emit({ type: "diagnostic", diagnostic });
    return this.#report({ skipped: [], filesSearched: 0 }, { invalid: true }, diagnostics);
  }

  /** The plan contradicts its own edits. */
  forged(fault: string): Report {
    const message = `The plan is not valid: ${fault}`;
    const hint = "Sluice makes no such plan. Do not trust where it came from.";
    return this.invalid([{ code: "plan-invalid", severity: "error", message, hint }]);
  }

  /** The tree or the plan is not what it has to be; nothing was written. */
  stale(found: Found, alerts: readonly Alert[]): Report {
    for (const alert of alerts) this.#ledger.alert(alert);
    const result = "The plan does not fit; nothing was written.";
    return this.#end(found, () => ({ state: "failed", isStale: true, result }), { stale: true });
  }

  /** Nothing was written: the run was to end before. */
  left(found: Found, { isFault }: { readonly isFault: boolean }): Report {
    this.#stop.leaveOut();
    const reason = "The run ended before the plan was written.";
    const ending = { verdict: "discard", state: "discarded", reason, ruleId: "stopped" } as const;
    return this.#end(found, () => ending, { isFault });
  }

  unwritten(found: Found, why: string): Report {
    const message = `Apply failed: ${why}`;
    this.#ledger.alert({ level: "error", code: "apply-failed", message });
    return this.#end(found, () => ({ state: "failed", result: message }));
  }

  written(found: PlanFindings): Report {
    for (const alert of found.alerts) this.#ledger.alert(alert);
    return this.#end(found, ({ facts, files }) => {
      const size = `${countOf(facts.replacements ?? 0, "replacement")} in ${countOf(files.length, "file")}`;
      return { state: "applied", result: `Applied ${size}.` };
    });
  }

  fault(error: unknown): Report {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#surroundings.emit({ type: "fault", detail });
    return this.#report({ skipped: [], filesSearched: 0 }, { isFault: true });
  }

  #end(
    found: Found,
    endingOf: (action: PlannedAction) => Ending,
    findings: Partial<RunFindings> = {},
  ): Report {
    for (const action of found.actions) {
      const ending = action.state === "would-apply" ? endingOf(action) : {};
      const files = action.files.map(({ edits: _edits, ...file }) => file);
      this.#ledger.end({ ...action, ...ending, files }, []);
    }
    return this.#report(found, findings);
  }

  #report(
    { skipped, filesSearched }: Pick<Found, "skipped" | "filesSearched">,
    findings: Partial<RunFindings>,
    diagnostics: readonly Diagnostic[] = [],
  ): Report {
    const { emit, now } = this.#surroundings;
    const { check, exitZero } = this.#request;
    const { signalCode, cause } = this.#stop;
    const { actions, alerts } = this.#ledger;
    const exit = exitOf({
      ...this.#ledger.findings({ check, isDryRun: false }),
      ...(signalCode === undefined ? {} : { signalCode }),
      invalid: false,
      limit: cause === "timeout",
      ...findings,
    });
    const isForgiven = exitZero && (exit.exitCode === 1 || exit.exitCode === 4);
    const exitCode = isForgiven ? 0 : exit.exitCode;
    // Totals count paths; a plan only has the number of those that were searched.
    const totals = { ...totalsOf(actions, [], new Set()), filesSearched };
    const filesSkipped = new Set(skipped.map(({ path }) => path)).size;
    const report: Report = {
      formatVersion: "1.0",
      run: {
        id: this.#id,
        command: "apply",
        startedAt: new Date(this.#startedAt).toISOString(),
        durationMs: Math.max(0, Math.round(now() - this.#startedAt)),
      },
      ...{ outcome: exit.outcome, exitCode, totals: { ...totals, filesSkipped } },
      ...{ actions, calls: [], skipped, alerts, diagnostics },
    };
    emit({ type: "run-finished", outcome: exit.outcome, exitCode, totals: report.totals });
    return report;
  }
}
