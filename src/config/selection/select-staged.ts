import { type AskedGit, readStaged, type StagedState } from "../../git/staged/read-staged.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import { promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import type { World } from "../../model/world.ts";
import { hasCode } from "../../recipe/code-of.ts";
import type { RunRequest } from "../../request/request.ts";
import { firstLine } from "../../shared/first-line.ts";
import { messageOf } from "../../shared/message-of.ts";
import { type LoadingStop, LoadingStopped } from "../sources/loading-stop.ts";

/** The sources of what is staged. */
interface StagedSources extends Pick<World, "cwd" | "env"> {
  readonly reader: { readonly loading: LoadingStop };
  readonly recipes: readonly Recipe[];
  readonly policy: Policy | undefined;
}

/** Reads what is staged; or reports why the request cannot be about that. */
export async function selectStaged(
  request: Pick<RunRequest, "root" | "command" | "resume">,
  { recipes, policy, env, cwd, reader: { loading } }: StagedSources,
): Promise<StagedState | { readonly diagnostics: readonly Diagnostic[] }> {
  const refused = refuseStaged(request, recipes, policy);
  if (refused.length > 0) return { diagnostics: refused };
  const asked: AskedGit = {
    env,
    cwd,
    gitIn: (folder, variables) => loading.gitIn(folder, env, { variables }),
  };
  const state = await readStaged(request.root, asked).catch((error: unknown) => {
    if (error instanceof LoadingStopped) throw error;
    return { fault: `What is staged cannot be read: ${firstLine(messageOf(error))}` };
  });
  if (!("fault" in state) && !(state.isPassing && request.command === "run")) return state;
  const message = "fault" in state ? state.fault : PASSING;
  const hint = "fault" in state ? {} : { hint: PASSING_HINT };
  return { diagnostics: [{ code: "not-with-staged", severity: "error", message, ...hint }] };
}

const PASSING =
  "`git commit <path>` commits an index of its own, and keeps another one: `run --staged` cannot change both.";
const PASSING_HINT = "Stage the files with `git add`, and commit without paths.";

/** Reports everything in a request that would look at the work tree, and not at what is staged. */
function refuseStaged(
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
