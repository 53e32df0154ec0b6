import type { CallStep } from "../../model/recipe/call-step.ts";
import { isPerFile } from "../../model/recipe/is-per-file.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { RunContext } from "../state/run-context.ts";
import type { CallBinding } from "./bind-call.ts";

/**
 * Returns the share of a run in a call: see `isPerFile`. Where shards are merged, a call that was not dealt runs again,
 * for which the tree is needed.
 */
export function shareOfCall(
  call: CallStep,
  recipe: Pick<Recipe, "name" | "hooks" | "parsers">,
  { world: { shard, replay }, record: { policy } }: RunContext,
): CallBinding["share"] {
  if (isPerFile(call, recipe, policy)) return shard ?? "merged";
  replay?.requireTree({ recipe: recipe.name, step: call.id });
  return shard === undefined || shard.index === 1 ? undefined : "none";
}
