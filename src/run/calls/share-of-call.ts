import type { CallStep } from "../../model/recipe/call-step.ts";
import { isPerFile } from "../../model/recipe/is-per-file.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { RunContext } from "../state/run-context.ts";
import type { CallBinding } from "./bind-call.ts";

/** Returns the share of a shard in a call: see `isPerFile`. */
export function shareOfCall(
  call: CallStep,
  recipe: Pick<Recipe, "hooks" | "parsers">,
  { world: { shard }, record: { policy } }: RunContext,
): CallBinding["share"] {
  if (isPerFile(call, recipe, policy)) return shard;
  return shard?.index === 1 ? undefined : "none";
}
