import type { Policy } from "../policy.ts";
import type { CallStep } from "./call-step.ts";
import type { Recipe } from "./recipe.ts";

/**
 * True if what a call does to a file depends on that file alone, so that the files can be dealt to several shards. All
 * other calls run in the first shard, over all files: programs and modules see the whole tree, hooks see whole calls,
 * and a call with a limit takes the first of all files.
 */
export function isPerFile(
  call: CallStep,
  { hooks, parsers }: Pick<Recipe, "hooks" | "parsers">,
  policy: Pick<Policy, "parsers"> | undefined,
): boolean {
  if (call.kind !== "ast_edit") return false;
  const { format = [], params } = call;
  const programs = [...hooks, ...format, ...(parsers ?? policy?.parsers ?? [])];
  const limit = params.maxFiles ?? params.maxReplacements;
  return programs.length === 0 && limit === undefined;
}
