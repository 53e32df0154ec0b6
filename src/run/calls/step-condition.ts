import type { StepCondition } from "../../model/prompt-step.ts";
import type { InputValue } from "../../model/recipe.ts";
import { compileCel } from "../../shared/cel.ts";

/** What became of an earlier step, for conditions. */
export interface StepResult {
  readonly outcome: "done" | "failed" | "skipped";
  /** Of a prompt with `response`; absent where the step came to none. */
  readonly output?: unknown;
  /** So many of its actions were applied, or would be. */
  readonly applied: number;
  readonly discarded: number;
  readonly held: number;
}

/** The fields of a {@link StepResult}. */
export const RESULT_FIELDS: readonly string[] = [
  "outcome",
  "output",
  "applied",
  "discarded",
  "held",
];

/** What a condition looks at. */
export interface ConditionValues {
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** By id: every step that is over, and every call of such a group. */
  readonly steps: ReadonlyMap<string, StepResult>;
}

/** Whether a step runs. */
export type ConditionOutcome =
  | { readonly kind: "holds" }
  | { readonly kind: "skips" }
  /** Nobody knows, for the reason that `message` gives in a sentence: the step must not run. */
  | { readonly kind: "fault"; readonly message: string };

/** Evaluates the condition of a step. What is neither true nor false is a fault; nothing but true holds. */
export async function holdsCondition(
  { source }: StepCondition,
  { inputs, steps }: ConditionValues,
): Promise<ConditionOutcome> {
  const compiled = await compileCel(source, {
    inputs: "map<string, dyn>",
    steps: "map<string, map<string, dyn>>",
  });
  const result =
    "fault" in compiled
      ? compiled
      : compiled.evaluate({ inputs, steps: Object.fromEntries(steps) });
  if ("fault" in result) {
    const message = `The condition \`${source}\` cannot be evaluated: ${result.fault}`;
    return { kind: "fault", message };
  }
  if (typeof result.value === "boolean") return { kind: result.value ? "holds" : "skips" };
  const message = `The condition \`${source}\` must be true or false, and is neither.`;
  return { kind: "fault", message };
}
