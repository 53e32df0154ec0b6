/** What a step came to, for the conditions and the texts of later ones. */
export interface StepResult {
  readonly outcome: "done" | "failed" | "skipped";
  /** Of a prompt step with `response`. */
  readonly output?: unknown;
  /** Something untrusted had a part in the output. */
  readonly untrusted: boolean;
  /** How many actions of the step were applied, or would be. */
  readonly applied: number;
  readonly discarded: number;
  readonly held: number;
}

/** What the steps of one recipe came to so far, by their ids. */
export type StepResults = ReadonlyMap<string, StepResult>;

/** Outputs by the ids of their steps. */
export function outputsOf(results: StepResults): ReadonlyMap<string, unknown> {
  return new Map(
    [...results].flatMap(([id, { output }]) => (output === undefined ? [] : [[id, output]])),
  );
}
