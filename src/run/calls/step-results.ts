import type { StepResult } from "../../model/step-result.ts";

/** The outcome of a step, for the conditions and the texts of later steps. */
export interface StepOutcome extends StepResult {
  /** Untrusted text had a part in the output. */
  readonly untrusted: boolean;
}

/** The outcomes of the steps of one recipe so far, by their ids. */
export type StepResults = ReadonlyMap<string, StepOutcome>;

/** Returns the outputs by the ids of their steps. */
export function outputsOf(results: StepResults): ReadonlyMap<string, unknown> {
  return new Map(
    [...results].flatMap(([id, { output }]) => (output === undefined ? [] : [[id, output]])),
  );
}
