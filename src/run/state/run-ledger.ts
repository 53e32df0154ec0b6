import type { SkippedFile } from "../../model/action/preview.ts";
import type { Alert } from "../../model/alert.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { ExitFindings } from "../../model/exit-code.ts";
import type {
  ActionReport,
  CallReport,
  CheckRunReport,
  CommitReport,
  DecisionReport,
  PullReport,
  StepReport,
  StepWhy,
} from "../../model/report/report.ts";
import type { Transcript } from "../../model/report/transcript.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { StepFindings } from "../../model/search/step-found.ts";
import type { StepName } from "../../model/step-name.ts";
import { withoutControls } from "../../shared/shown.ts";
import type { KeptOutcome } from "./action-outcome.ts";
import { ToldBook } from "./told-book.ts";

/** The outcomes of a run so far. Written by the steps in order, read by the report. */
export class RunLedger {
  #outcomes: KeptOutcome[] = [];
  readonly skipped: SkippedFile[] = [];
  readonly alerts: Alert[] = [];
  readonly calls: CallReport[] = [];
  readonly steps: StepReport[] = [];
  readonly told = new ToldBook();
  readonly transcripts: Transcript[] = [];
  /** The commits that the run made, or would make; undefined if its policy wants none. */
  commits: readonly CommitReport[] | undefined;
  /** The pull requests that are kept; undefined unless the command is `publish`. */
  pulls: readonly PullReport[] | undefined;
  /** The decisions of people; undefined unless the command is `decide`. */
  decisions: readonly DecisionReport[] | undefined;
  readonly checks: CheckRunReport[] = [];
  /** The findings of each step, with `--why`. */
  readonly why: StepWhy[] = [];
  /** Milliseconds, at the places of `checks`. */
  readonly checkDurations: number[] = [];
  /** Calls that did not run wait for a person (T10). */
  isPaused = false;
  /** A prompt step used up its turns, tokens or time, or a search met its bounds. */
  isLimited = false;
  readonly searchedFiles = new Set<string>();
  readonly #emit: EmitEvent;
  readonly #redact: <Value>(value: Value) => Value;
  readonly #reported = new Set<string>();
  #hasFailed = false;

  /** Outcomes are reported only once they are settled. */
  #isSettled: boolean;

  /** `redact` removes texts that no report may show. */
  constructor(
    emit: EmitEvent,
    {
      isSettled = true,
      redact = (value) => value,
    }: { readonly isSettled?: boolean; readonly redact?: <Value>(value: Value) => Value } = {},
  ) {
    this.#emit = emit;
    this.#redact = redact;
    this.#isSettled = isSettled;
  }

  /** Adds a warning for people; one of level `error` also fails the run. */
  alert(raw: Alert): void {
    const alert = this.#redact(withShownPath(raw));
    if (alert.level === "error") this.#hasFailed = true;
    this.alerts.push(alert);
    this.#emit({ type: "alert", alert });
  }

  /** True for the first of the alerts with this name: the others need not be reported. */
  isFirst(name: string): boolean {
    return this.#reported.size < this.#reported.add(name).size;
  }

  /** Adds a call of a tool other than `ast_edit`. */
  call(raw: CallReport): void {
    const call = this.#redact(raw);
    this.calls.push(call);
    this.#emit({ type: "call-ended", call });
  }

  /** Adds what a step has found. */
  find(step: StepName, found: StepFindings): void {
    this.told.add(step, this.#redact(found), this.#emit);
  }

  /** Adds a run of a check; returns it as it is reported. */
  check(raw: CheckRunReport, durationMs: number): CheckRunReport {
    const check = this.#redact(raw);
    this.checks.push(check);
    this.checkDurations.push(durationMs);
    this.#emit({ type: "check-ended", check });
    return check;
  }

  /** Adds a step, once it is over. */
  step(step: StepReport): void {
    this.steps.push(step);
    this.#emit({ type: "step-finished", ...step });
  }

  /** Adds what a step found. */
  explain(why: StepWhy): void {
    this.why.push(this.#redact(why));
  }

  /** Adds the conversation of a prompt step, once it is over. */
  transcript(transcript: Transcript): void {
    this.transcripts.push(transcript);
    this.#emit({ type: "conversation-ended", transcript });
  }

  /** Adds the files that a call searched. */
  search(step: string, { searched, skipped }: Pick<SearchFindings, "searched" | "skipped">): void {
    for (const path of searched) this.searchedFiles.add(path);
    for (const { path, ...rest } of skipped) this.skipped.push({ path, step, ...rest });
  }

  /** Adds the outcome of an action. */
  end({ report, changes }: KeptOutcome): void {
    const action = this.#redact(report);
    this.#outcomes.push({ report: action, changes });
    if (this.#isSettled) this.#emit({ type: "action-ended", action });
  }

  /** The outcomes of all actions with their changes, in the order of the report. */
  get outcomes(): readonly KeptOutcome[] {
    return this.#outcomes;
  }

  get actions(): readonly ActionReport[] {
    return this.#outcomes.map(({ report }) => report);
  }

  /** True if the outcomes are final: no transaction is open that could still fail. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Replaces the outcomes, none of which is reported yet. */
  replace(outcomes: readonly KeptOutcome[]): void {
    this.#outcomes = [...outcomes];
  }

  /** Makes the outcomes final and reports them, each as `revise` returns it. */
  settle(revise: (action: ActionReport) => ActionReport = (action) => action): void {
    this.#outcomes = this.#outcomes.map(({ report, changes }) => ({
      report: revise(report),
      changes,
    }));
    this.#isSettled = true; // First: a reporter that fails does not undo what was written.
    for (const action of this.actions) this.#emit({ type: "action-ended", action });
  }

  /** Fails what was to be held, and could not be kept: it cannot be resolved. Told by an alert, not by events again. */
  failHeld(why: string): void {
    const result = `Held, but not kept: ${why}`;
    this.#outcomes = this.#outcomes.map((outcome) => {
      const { report } = outcome;
      return report.state === "held"
        ? { ...outcome, report: { ...report, state: "failed", result } }
        : outcome;
    });
  }

  /** Returns the findings for the exit code. With `check`, changes and told errors are one; a dry run holds nothing. */
  findings({
    check,
    isDryRun,
  }: {
    readonly check: boolean;
    readonly isDryRun: boolean;
  }): Pick<ExitFindings, "stale" | "failed" | "held"> {
    const has = (...states: ActionReport["state"][]) =>
      this.actions.some(({ state }) => states.includes(state));
    const changes = this.told.hasErrors || has("applied", "would-apply", "pending", "held");
    return {
      stale: this.actions.some(({ isStale }) => isStale === true),
      failed: this.#hasFailed || has("failed") || (check && changes) || (isDryRun && this.isPaused),
      held: !isDryRun && (has("held") || this.isPaused),
    };
  }
}

/**
 * Returns an alert whose message has the name of its file in one line: a line end in it could begin another message.
 */
function withShownPath(alert: Alert): Alert {
  const { path, message } = alert;
  if (path === undefined) return alert;
  const shown = withoutControls(path);
  return shown === path ? alert : { ...alert, message: message.replaceAll(path, shown) };
}
