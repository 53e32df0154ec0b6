import { type AskedGit, readStaged, type StagedState } from "../../git/staged/read-staged.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { World } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { firstLine } from "../../shared/first-line.ts";
import { messageOf } from "../../shared/message-of.ts";
import { refuseStaged } from "../../tree/staged/refuse-staged.ts";
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
