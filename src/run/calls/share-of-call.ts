import type { CallStep } from "../../model/recipe/call-step.ts";
import { isPerFile } from "../../model/recipe/is-per-file.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { DealtShard } from "../../model/search/shard.ts";
import type { RunContext } from "../state/run-context.ts";

/**
 * The files of a call that belong to this run: `all` of them, `none` if the call is left to the first shard, or those of
 * a shard.
 */
type CallShare = "all" | "none" | Pick<DealtShard, "has">;

/** Returns the share of this run in a call: see `isPerFile`. */
export function shareOfCall(
  call: CallStep,
  recipe: Pick<Recipe, "hooks" | "parsers">,
  { world: { shard }, record: { policy } }: RunContext,
): CallShare {
  if (shard === undefined) return "all";
  if (isPerFile(call, recipe, policy)) return shard;
  return shard.index === 1 ? "all" : "none";
}
