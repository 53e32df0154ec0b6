import type { Alert } from "../../model/alert.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import { LISTED_ACTIONS } from "../../model/report/check-schema.ts";
import type { CheckRunReport } from "../../model/report/report.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { TreeWatch } from "../../tree/watch-tree.ts";
import { sentence } from "./check-words.ts";
import { type CheckWorld, executeCheck } from "./execute-check.ts";

/** The applied actions that a run of checks is about. */
export interface CheckSubject {
  readonly ids: readonly string[];
  /** Undefined if they are of several rules. */
  readonly rule: string | undefined;
  /** The files that their run has written. */
  readonly files: ReadonlySet<string>;
}

/** The outcome of checks for a tree. */
export type Proof =
  /** `wrote`: the files that changed while the checks ran. */
  | { readonly kind: "passed"; readonly wrote: ReadonlySet<string> }
  | { readonly kind: "failed"; readonly run: CheckRunReport; readonly check: PolicyCheck }
  /** A check could not run, for a reason in one sentence. */
  | { readonly kind: "unproven"; readonly check: PolicyCheck; readonly why: string };

/** The surroundings of the checks of a run. */
export interface CheckSetting extends CheckWorld {
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly emit: EmitEvent;
  readonly watch: () => Promise<TreeWatch>;
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
  #count = 0;
  #isTold = false;
  #isEnded = false;

  constructor(setting: CheckSetting) {
    this.#setting = setting;
  }

  /** Runs checks in their order, up to the first that does not pass. */
  async prove(checks: readonly PolicyCheck[], subject: CheckSubject): Promise<Proof> {
    const wrote = new Set<string>();
    for (const check of checks) {
      const why = this.whyNot();
      if (why !== undefined) return this.#unproven(check, why);
      const run = await this.#run(check, subject);
      if (run.outcome === "stopped") return this.#unproven(check, ENDING);
      if (run.outcome !== "passed") return { kind: "failed", run, check };
      for (const path of run.wrote ?? []) wrote.add(path);
    }
    return { kind: "passed", wrote };
  }

  #unproven(check: PolicyCheck, why: string): Proof {
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

  async #run(check: PolicyCheck, subject: CheckSubject): Promise<CheckRunReport> {
    const { emit, now, watch, ledger } = this.#setting;
    const { name, run: command, cwd } = check;
    this.#count += 1;
    emit({ type: "check-started", name, actions: subject.ids.length });
    const tree = await watch().catch((error) => this.#unwatched(name, error));
    const started = now();
    const end = await executeCheck(check, this.#setting);
    const duration = Math.max(0, Math.round(now() - started));
    const wrote = (await tree?.changed().catch((error) => this.#unwatched(name, error))) ?? [];
    const { rule, ids } = subject;
    const run = ledger.check(
      {
        name,
        run: [...command],
        cwd,
        ...end,
        ...(wrote.length === 0 ? {} : { wrote }),
        ...(rule === undefined ? {} : { rule }),
        actions: ids.slice(0, LISTED_ACTIONS),
        actionCount: ids.length,
      },
      duration,
    );
    if (wrote.length > 0) ledger.alert(wroteAlert(name, wrote, subject.files));
    return run;
  }

  /** Tells that the tree cannot be listed, as when the check has broken the repository: its result counts. */
  #unwatched(name: string, error: unknown): undefined {
    const message = `It is not known which files the check \`${name}\` wrote: ${sentence(messageOf(error))}`;
    this.#setting.ledger.alert({ level: "error", code: "check-wrote", message });
  }
}

const FAILED = "another check failed before, and that ends the run (onCheckFailure: fail)";
const ENDING = "the run was to end before they could run";

/** The most files that an alert names. */
const MOST_NAMED = 10;

/** A file of the run itself that a check changes is not what the policy has decided on. */
function wroteAlert(name: string, wrote: readonly string[], files: ReadonlySet<string>): Alert {
  const isOwn = wrote.some((path) => files.has(path));
  const told = "A check may only look; the report does not have these changes.";
  const message = `The check \`${name}\` wrote files: ${boundedList(wrote, MOST_NAMED)}. ${told}`;
  return { level: isOwn ? "error" : "warn", code: "check-wrote", message };
}
