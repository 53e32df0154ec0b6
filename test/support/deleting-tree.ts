import { type Tree, tempRepository } from "./temp-tree.ts";

/** A tool that deletes the files and makes the moves of its call, each as an action of its own. */
export const DELETING_TOOL = `export default (pi) => ({
  name: "tidy",
  description: "Deletes and moves files.",
  parameters: {
    type: "object",
    properties: {
      remove: { type: "array" },
      moves: { type: "array" },
      isAgain: { type: "boolean" },
    },
  },
  async execute(_id, { remove = [], moves = [], isAgain = false }) {
    const unlessDone = (error) => {
      if (!isAgain) throw error;
    };
    for (const path of remove) await pi.proposeDelete(path).catch(unlessDone);
    for (const [from, to] of moves) await pi.proposeMove(from, to).catch(unlessDone);
    return "Proposed.";
  },
});
`;

/** The parameters of a call of the tool. */
export interface Tidying {
  readonly remove?: readonly string[];
  readonly moves?: readonly (readonly [from: string, to: string])[];
  /** True if what cannot be proposed counts as done. */
  readonly isAgain?: boolean;
}

/** The lines of a recipe whose steps call the tool. */
function tidyingRecipe(...calls: readonly Tidying[]): string {
  const steps = calls.map(
    (call, at) => `  - { id: s${at}, tool: tidy, with: ${JSON.stringify(call)} }\n`,
  );
  return `version: 1\ntools: [tidy.mjs]\nsteps:\n${steps.join("")}`;
}

const APPLY_ALL = "version: 1\ndefault: { verdict: apply, reason: All of it. }\n";

/** A repository with a recipe that deletes and moves files, and a policy that applies everything, or one in `files`. */
export function deletingTree(files: Tree, ...calls: readonly Tidying[]): string {
  return tempRepository({
    "sluice.policy.yaml": APPLY_ALL,
    "tidy.mjs": DELETING_TOOL,
    "recipe.yaml": tidyingRecipe(...calls),
    ...files,
  });
}
