import type { StepResult } from "./step-condition.ts";

/** What a step came to, for the conditions and the texts of later ones. */
export interface StepOutcome extends StepResult {
  /** Something untrusted had a part in the output. */
  readonly untrusted: boolean;
}

/** What the steps of one recipe came to so far, by their ids. */
export type StepResults = ReadonlyMap<string, StepOutcome>;

/** Outputs by the ids of their steps. */
export function outputsOf(results: StepResults): ReadonlyMap<string, unknown> {
  return new Map(
    [...results].flatMap(([id, { output }]) => (output === undefined ? [] : [[id, output]])),
  );
}
