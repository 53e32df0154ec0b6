import { join } from "node:path";
import { runStep } from "../action/run-step.ts";
import { tempFolder, tempRepository } from "./temp-tree.ts";
import { recipeOf } from "./yaml.ts";

export const FILES = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  "a.ts": "old(1);\n",
};

export const PLAN = { mode: "plan", recipes: "recipe.yaml", policy: "apply-all" };

/** A repository, and a plan of it outside of it, as an artifact of an earlier job would be. */
export async function planned(files: Readonly<Record<string, string>> = FILES) {
  const root = tempRepository(files);
  const artifacts = tempFolder();
  const plan = join(artifacts, "plan.json");
  const step = await runStep(root, { ...PLAN, plan });
  return { root, artifacts, plan, step };
}
