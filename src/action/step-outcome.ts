import type { UnwrittenFile } from "../apply/disk/write-output-file.ts";
import type { TaskOutcome } from "../command/task-outcome.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { exitOf, withUnwrittenReport } from "../model/exit-code.ts";
import type { Report } from "../model/report/report.ts";
import { totalsOf } from "../model/report/totals.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { Judgement } from "./fail-on.ts";
import { NO_PRODUCTS, type Products } from "./products.ts";

/** The outcome of a step: outputs, annotations and the summary are made of it. */
export interface StepOutcome
  extends Pick<
    Report,
    | "outcome"
    | "exitCode"
    | "totals"
    | "actions"
    | "steps"
    | "alerts"
    | "diagnostics"
    | "commits"
    | "pulls"
    | "decisions"
  > {
  /** All of it, for the comment. Absent if the inputs are invalid. */
  readonly report?: Report;
  /** Absent if the inputs are invalid. */
  readonly command?: Report["run"]["command"];
  /** Every run of a check; absent if there was none. */
  readonly checks?: Report["checks"];
  /** One sentence for each output that was not written. */
  readonly unwritten: readonly string[];
  /** The states of the actions for which the step fails. */
  readonly blamed: Judgement["blamed"];
  readonly products: Products;
}

/** A diagnostic in the form of a report. */
export type ReportDiagnostic = Report["diagnostics"][number];

/** An alert in the form of a report. */
export type ReportAlert = Report["alerts"][number];

/** The outcome of a step whose inputs are invalid: nothing was run. */
export function refusal(diagnostics: readonly Diagnostic[]): StepOutcome {
  return {
    ...exitOf({ invalid: true }),
    totals: totalsOf([], [], new Set()),
    actions: [],
    steps: [],
    alerts: [],
    diagnostics: [...diagnostics],
    unwritten: [],
    blamed: [],
    products: NO_PRODUCTS,
  };
}

/** The outcome of a step that ran a task. The judgement gives its exit code. */
export function outcomeOf(
  { report, outcome, unwritten }: Pick<TaskOutcome, "report" | "outcome" | "unwritten">,
  { exitCode, blamed }: Judgement,
  products: Products,
): StepOutcome {
  const { totals, actions, steps, alerts, diagnostics, run } = report;
  const { commits, pulls, decisions, checks } = report;
  return {
    report,
    command: run.command,
    outcome,
    exitCode,
    totals,
    actions,
    steps,
    alerts,
    diagnostics,
    ...definedOnly({ commits, pulls, decisions, checks }),
    unwritten,
    blamed,
    products,
  };
}

/** The outcome of a step that could not write a file of the runner, if there is one: a failure, which is named. */
export function withUnwritten(
  outcome: StepOutcome,
  noun: string,
  file: UnwrittenFile | undefined,
): StepOutcome {
  if (file === undefined) return outcome;
  const sentence = `${noun} ${file.path} cannot be written: ${file.reason}`;
  return { ...withUnwrittenReport(outcome), unwritten: [...outcome.unwritten, sentence] };
}
