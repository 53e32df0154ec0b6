import type { StepCondition } from "../../model/recipe/call-step.ts";
import type { InputValue } from "../../model/recipe/recipe.ts";
import type { StepResult } from "../../model/step-result.ts";
import type { StepWorld } from "../state/run-context.ts";

/** The values that a condition can use. */
export interface ConditionValues {
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** Every step that is over, and every call of such a group, by its id. */
  readonly steps: ReadonlyMap<string, StepResult>;
}

/** The outcome of a condition. */
export type ConditionOutcome =
  | { readonly kind: "holds" }
  | { readonly kind: "skips" }
  /** It cannot be evaluated, for the reason in `message` (a sentence): the step must not run. */
  | { readonly kind: "fault"; readonly message: string };

/** Evaluates the condition of a step. A value other than true or false is a fault. */
export async function evaluateCondition(
  { source }: StepCondition,
  { inputs, steps }: ConditionValues,
): Promise<ConditionOutcome> {
  const { compileCel } = await import("../../shared/cel/cel.ts");
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

/** True if a run over a part of the tree cannot evaluate a condition: it may be about what other shards find. */
export function isOfAllShards(
  { source }: StepCondition,
  { shard }: Pick<StepWorld, "shard">,
): boolean {
  return shard !== undefined && /\bsteps\b/.test(source);
}
