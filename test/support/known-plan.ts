import { expect } from "vitest";
import { cli } from "./run-cli.ts";
import { type Tree, tempFolder, tempTree, writeTree } from "./temp-tree.ts";
import { withHome } from "./user-state.ts";
import { recipeOf } from "./yaml.ts";

/** The recipe of the plan. */
export const RECIPE = recipeOf([["old($A)", "fresh($A)"]]);

/** A tree with a plan of this user, and a file more that its recipe would change: a search finds it. */
export async function planned(policy = "apply-all", more: Tree = {}) {
  const files = { "recipe.yaml": RECIPE, "src/a.ts": "old(1);\n", "src/b.ts": "old(2);\n" };
  const [root, home] = [tempTree({ ...files, ...more }), tempFolder()];
  const argv = ["plan", "recipe.yaml", "--policy", policy, "-o", "plan.json"];
  expect((await cli(root, argv, withHome(home))).exitCode).toBe(0);
  writeTree(root, { "src/new.ts": "old(3);\n" });
  return { root, home };
}

/** Applies that plan as the user with this home. */
export function apply(root: string, home: string, argv: readonly string[] = [], more = {}) {
  return cli(root, ["apply", "plan.json", ...argv], { ...withHome(home), ...more });
}
