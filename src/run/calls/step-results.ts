import type { StepResult } from "../../model/step-result.ts";

/** The outcome of a step, for the conditions and the texts of later steps. */
export interface StepOutcome extends StepResult {
  /** Untrusted text had a part in the output. */
  readonly untrusted: boolean;
  /** The output is what a search has found, and not what a model said. */
  readonly isFound?: true;
}

/** The outcomes of the steps of one recipe so far, by their ids. */
export type StepResults = ReadonlyMap<string, StepOutcome>;

/** Returns the outputs by the ids of their steps. */
export function outputsOf(results: StepResults): ReadonlyMap<string, unknown> {
  return new Map(
    [...results].flatMap(([id, { output }]) => (output === undefined ? [] : [[id, output]])),
  );
}

/** Returns the outcome of a step that uses a recipe, with that of one more step of the recipe. */
export function withStep(before: StepOutcome | undefined, step: StepOutcome): StepOutcome {
  const { output: _output, ...added } = step;
  if (before === undefined) return added;
  return {
    outcome: added.outcome === "skipped" ? before.outcome : added.outcome,
    untrusted: before.untrusted || added.untrusted,
    applied: before.applied + added.applied,
    discarded: before.discarded + added.discarded,
    held: before.held + added.held,
  };
}
