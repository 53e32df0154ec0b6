import { resolve } from "node:path";
import { z } from "zod";
import { ToolError } from "../../model/tool-error.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { makePlan } from "../make-plan.ts";
import { mcpTool } from "../tool.ts";
import { verdictsSchema } from "../verdicts.ts";

/** `preview_recipe`: what a recipe would change, decided by the policy. */
export const previewRecipeTool = mcpTool({
  name: "preview_recipe",
  title: "Preview a recipe",
  description:
    "Previews a recipe and has the policy decide. Writes nothing; `plan` is for `apply_plan`.",
  input: z.strictObject({
    recipe: z.string().min(1).max(500).describe("A name, or a YAML file relative to the root"),
    inputs: z.record(z.string(), z.unknown()).optional().describe("Values of its inputs"),
  }),
  output: verdictsSchema,
  call: ({ recipe, inputs = {} }, session, call) =>
    makePlan({ recipes: [recipeName(recipe, session.root)], inputs }, session, call),
});

/**
 * Returns a recipe as a request names it. A client names no file outside of the root, no commit of another repository
 * and no standard input, which has its own messages.
 */
export function recipeName(recipe: string, root: string): string {
  const isFile = /\.ya?ml$/i.test(recipe);
  if (/^[\w@.][\w@./-]*$/.test(recipe) && pathFault(recipe) === undefined)
    return isFile ? resolve(root, recipe) : recipe;
  throw new ToolError(
    "`recipe` is neither a name of `list_recipes` nor a YAML file relative to the root.",
  );
}
