import type { EmitEvent } from "../../model/events.ts";
import type { FindingReport } from "../../model/report/report.ts";
import type { StepFindings, StepFound } from "../../model/search/step-found.ts";
import type { StepName } from "../../model/step-name.ts";

/** What the steps of a run tell of their matches. */
export class ToldBook {
  readonly findings: FindingReport[] = [];
  readonly #bySteps = new Map<string, StepFound>();
  hasErrors = false;

  /** Adds what a step has found, and tells of it. */
  add(step: StepName, { findings, ...found }: StepFindings, emit: EmitEvent): void {
    for (const finding of findings) {
      this.findings.push(finding);
      emit({ type: "finding", finding });
    }
    this.#bySteps.set(keyOf(step), found);
    this.hasErrors ||= found.sum.errors > 0;
  }

  /** Returns what a step has found; undefined if it tells of nothing. */
  by(step: StepName): StepFound | undefined {
    return this.#bySteps.get(keyOf(step));
  }
}

function keyOf({ recipe, step }: StepName): string {
  return JSON.stringify([recipe, step]);
}
