import type { Alert } from "../../model/alert.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import { checkOutcome } from "../../model/report/check-outcome.ts";
import { LISTED_ACTIONS } from "../../model/report/check-schema.ts";
import type { CheckRunReport } from "../../model/report/report.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { TreeWatch } from "../../tree/watch-tree.ts";
import { type Baseline, Baselines } from "./baselines.ts";
import { sentence, wroteAlert } from "./check-words.ts";
import { type CheckWorld, executeCheck } from "./execute-check.ts";
import { numbersOf } from "./judge-measured.ts";
import { type Measured, reportFile } from "./measured.ts";

/** The applied actions that a run of checks is about. */
export interface CheckSubject {
  readonly ids: readonly string[];
  /** Undefined if they are of several rules. */
  readonly rule: string | undefined;
  /** The files that their run has written. */
  readonly files: ReadonlySet<string>;
  /** Numbers are compared with those before the first of these was written; by default, of `ids`. */
  readonly since?: readonly string[];
}

/** The outcome of checks for a tree. */
export type Proof =
  /** `wrote`: the files that changed while the checks ran. */
  | { readonly kind: "passed"; readonly wrote: ReadonlySet<string> }
  | { readonly kind: "failed"; readonly run: CheckRunReport; readonly check: PolicyCheck }
  | Unproven;

/** A check could not run, or compare, for a reason in one sentence. */
export interface Unproven {
  readonly kind: "unproven";
  readonly check: PolicyCheck;
  readonly why: string;
}

/** The surroundings of the checks of a run. */
export interface CheckSetting extends CheckWorld {
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly emit: EmitEvent;
  readonly watch: () => Promise<TreeWatch>;
  /** Returns the number of writes of the run so far. */
  readonly writes: () => number;
  /** Called if a check is left out, or cut off, because the run is to end: a signal or the time limit ended it. */
  readonly onLeftOut: () => void;
  readonly ledger: {
    check(run: CheckRunReport, durationMs: number): CheckRunReport;
    alert(alert: Alert): void;
  };
}

/** Runs checks, at most so many times in a run, and records each run. */
export class CheckRuns {
  readonly #setting: CheckSetting;
  readonly #baselines: Baselines;
  #count = 0;
  #isTold = false;
  #isEnded = false;

  constructor(setting: CheckSetting) {
    this.#setting = setting;
    this.#baselines = new Baselines(setting.writes);
  }

  /**
   * Measures the tree before actions are written, for those of their checks that compare numbers. Returns the first
   * check that could not, and why: it cannot prove them.
   */
  async measureBefore(
    checks: readonly PolicyCheck[],
    subject: CheckSubject,
  ): Promise<Unproven | undefined> {
    for (const check of checks) {
      if (check.measure === undefined) continue;
      const why = this.#baselines.known(check) === undefined ? this.whyNot() : undefined;
      if (why !== undefined) return this.#unproven(check, why);
      const baseline = this.#baselines.known(check) ?? (await this.#takeBaseline(check, subject));
      this.#baselines.noteBefore(check, subject.ids, baseline);
      if ("fault" in baseline) return this.#unproven(check, baseline.fault);
    }
    return undefined;
  }

  /** Returns the numbers that those of a check are compared with; undefined if it has none. */
  #before(check: PolicyCheck, { since, ids }: CheckSubject): Baseline | undefined {
    if (check.measure === undefined) return undefined;
    return this.#baselines.before(check, since ?? ids) ?? { fault: UNMEASURED };
  }

  async #takeBaseline(check: PolicyCheck, subject: CheckSubject): Promise<Baseline> {
    const { run, measured } = await this.#run(check, subject, { isBefore: true });
    const isStopped = run.outcome === "stopped";
    const fault = isStopped ? ENDING : `before the changes, it ${checkOutcome(run)}`;
    const message = `Check \`${check.name}\` has nothing to compare with: ${fault}.`;
    if (measured === undefined && !isStopped)
      this.#setting.ledger.alert({ level: "error", code: "check-failed", message });
    const baseline = measured ?? { fault };
    this.#baselines.noteLast(check, baseline);
    return baseline;
  }

  /** Runs checks in their order, up to the first that does not pass. */
  async prove(checks: readonly PolicyCheck[], subject: CheckSubject): Promise<Proof> {
    const wrote = new Set<string>();
    for (const check of checks) {
      const why = this.whyNot();
      const before = why === undefined ? this.#before(check, subject) : { fault: why };
      if (before !== undefined && "fault" in before) return this.#unproven(check, before.fault);
      const { run, measured } = await this.#run(check, subject, { before });
      if (run.outcome === "stopped") return this.#unproven(check, ENDING);
      if (run.outcome !== "passed") return { kind: "failed", run, check };
      for (const path of run.wrote ?? []) wrote.add(path);
      if (measured !== undefined) this.#baselines.pass(check, measured);
    }
    return { kind: "passed", wrote };
  }

  #unproven(check: PolicyCheck, why: string): Unproven {
    if (this.#setting.signal.aborted) this.#setting.onLeftOut();
    return { kind: "unproven", check, why };
  }

  /** No other check runs: one that failed has ended the run. */
  end(): void {
    this.#isEnded = true;
  }

  /** Returns why no check can run any longer; tells it once. */
  whyNot(): string | undefined {
    const { signal, most, ledger } = this.#setting;
    if (signal.aborted) return ENDING;
    if (this.#isEnded) return FAILED;
    if (this.#count < most) return undefined;
    const why = `the ${most} runs of checks are used up (maxCheckRuns)`;
    const message = `Checks no longer run: ${why}. Actions that they did not prove are not applied.`;
    if (!this.#isTold) ledger.alert({ level: "error", code: "check-limit", message });
    this.#isTold = true;
    return why;
  }

  async #run(
    check: PolicyCheck,
    subject: CheckSubject,
    { before, isBefore }: { readonly before?: Measured | undefined; readonly isBefore?: true },
  ): Promise<{ readonly run: CheckRunReport; readonly measured?: Measured | undefined }> {
    const { emit, now, watch, ledger } = this.#setting;
    const { name, run: command, cwd } = check;
    this.#count += 1;
    emit({ type: "check-started", name, actions: subject.ids.length });
    const tree = await watch().catch((error) => this.#unwatched(name, error));
    const started = now();
    const alsoRead = before?.kind === "findings" ? before.tree.texts.keys() : [];
    const { end, measured } = await executeCheck(check, this.#setting, alsoRead);
    const duration = Math.max(0, Math.round(now() - started));
    const changed = (await tree?.changed().catch((error) => this.#unwatched(name, error))) ?? [];
    const wrote = changed.filter((path) => path !== reportFile(check));
    const { rule, ids } = subject;
    const run = ledger.check(
      {
        name,
        run: [...command],
        cwd,
        ...end,
        ...numbersOf(check, before, measured),
        ...(isBefore ? { isBefore } : {}),
        ...(wrote.length === 0 ? {} : { wrote }),
        ...(rule === undefined ? {} : { rule }),
        actions: ids.slice(0, LISTED_ACTIONS),
        actionCount: ids.length,
      },
      duration,
    );
    if (wrote.length > 0) ledger.alert(wroteAlert(name, wrote, subject.files));
    return { run, measured };
  }

  /** Tells that the tree cannot be listed, as when the check has broken the repository: its result counts. */
  #unwatched(name: string, error: unknown): undefined {
    const message = `It is not known which files the check \`${name}\` wrote: ${sentence(messageOf(error))}`;
    this.#setting.ledger.alert({ level: "error", code: "check-wrote", message });
  }
}

const FAILED = "another check failed before, and that ends the run (onCheckFailure: fail)";
const UNMEASURED = "its numbers before the changes are not known";
const ENDING = "the run was to end before they could run";
