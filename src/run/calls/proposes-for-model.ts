import { type CallStep, GIVEN_PATCH } from "../../model/recipe/call-step.ts";
import type { StepWorld } from "../state/run-context.ts";

/**
 * True if a model decides what a step proposes: as its recipe says, of a patch unless the caller denies it (V2), and
 * whatever a client asks for (V5).
 */
export function proposesForModel(
  step: CallStep,
  { world }: { readonly world: Pick<StepWorld, "givenPatch" | "isOfClient"> },
): boolean {
  if (world.isOfClient || step.by === "model") return true;
  if (step.kind !== "patch") return false;
  return step.params.file !== GIVEN_PATCH || world.givenPatch?.by === "model";
}
