import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import { hasCode } from "../../model/recipe/code-of.ts";
import { promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import type { RunRequest } from "../../request/request.ts";

/** Reports everything in a request that would look at the work tree, and not at what is staged. */
export function refuseStaged(
  { command, resume }: Pick<RunRequest, "command" | "resume">,
  recipes: readonly Recipe[],
  policy: Policy | undefined,
): readonly Diagnostic[] {
  const faults: (readonly [message: string, hint: string])[] = [];
  if (command === "plan")
    faults.push([
      "A plan is about the work tree, and --staged about the index.",
      "Use `preview --staged` or `run --staged`.",
    ]);
  if (resume !== undefined)
    faults.push(["--resume and --staged cannot be used together.", "Leave one of them out."]);
  for (const recipe of recipes)
    if (hasCode(recipe) || promptsOf(recipe).length > 0)
      faults.push([
        `The recipe ${recipe.name} has code or prompts of its own, which would look at the work tree.`,
        "Run it without --staged, or with --since HEAD.",
      ]);
  const checks = Object.keys(policy?.checks ?? {}).length;
  if (command === "run" && checks > 0)
    faults.push([
      "The checks of the policy would look at the work tree, and not at what is staged.",
      "Name a policy without checks: --policy FILE.",
    ]);
  if (policy?.commits !== undefined)
    faults.push([
      "The policy makes commits, and what is staged is committed by you.",
      "Name a policy without `commits`: --policy FILE.",
    ]);
  return faults.map(([message, hint]) => ({
    code: "not-with-staged",
    severity: "error",
    message,
    hint,
  }));
}
