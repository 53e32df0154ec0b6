import { type CallStep, GIVEN_PATCH } from "../../model/recipe/call-step.ts";
import type { StepWorld } from "../state/run-context.ts";

/** True if a model decides what a step proposes: as its recipe says, or of a patch unless the caller denies it (V2). */
export function proposesForModel(
  step: CallStep,
  { world: { givenPatch } }: { readonly world: Pick<StepWorld, "givenPatch"> },
): boolean {
  if (step.by === "model") return true;
  if (step.kind !== "patch") return false;
  return step.params.file !== GIVEN_PATCH || givenPatch?.by === "model";
}
