import type { CallStep } from "../../model/recipe/call-step.ts";
import type { RecipeStep } from "../../model/recipe/recipe.ts";
import { conditionTextsOf } from "../../model/recipe/used-recipes.ts";
import { fillOutputs, hasLateText } from "../../recipe/inputs/fill-outputs.ts";
import { isRecord } from "../../shared/is-record.ts";
import { outputsOf, type StepResults } from "./step-results.ts";

/** A call with outputs of earlier steps in place. */
export interface FilledCall {
  readonly call: CallStep;
  /** Output of a model is in it. */
  readonly fromModel: boolean;
  /** Untrusted text had a part in that output. */
  readonly untrusted: boolean;
}

/** Puts outputs of earlier steps into the calls of a step; or returns why that cannot be done. */
export function fillStep(
  step: Exclude<RecipeStep, { kind: "prompt" }>,
  results: StepResults,
): { readonly calls: readonly FilledCall[] } | { readonly fault: string } {
  const isTainted = [...results.values()].some(({ untrusted }) => untrusted);
  // An answer decided if the step runs at all.
  const isAsked = isTainted && conditionTextsOf(step).some((text) => /\boutput\b/.test(text));
  const calls: FilledCall[] = [];
  for (const call of step.kind === "parallel" ? step.steps : [step]) {
    const filled = fillCall(call, results);
    if ("fault" in filled) return filled;
    calls.push({ ...filled, untrusted: isAsked || (isTainted && filled.fromModel) });
  }
  return { calls };
}

function fillCall(
  call: CallStep,
  results: StepResults,
): Omit<FilledCall, "untrusted"> | { readonly fault: string } {
  // Only the parameters of tools may wait for outputs.
  if (call.kind !== "tool" || !hasLateText(call.params)) return { call, fromModel: false };
  const filled = fillOutputs(call.params, outputsOf(results));
  if ("fault" in filled) return filled;
  const { value } = filled;
  if (!isRecord(value)) throw new Error("Parameters are a map.");
  const said = [...results.values()].some(
    ({ output, isFound }) => output !== undefined && !isFound,
  );
  return { call: { ...call, params: value }, fromModel: said };
}
