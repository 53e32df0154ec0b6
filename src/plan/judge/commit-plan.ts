import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import type { OpenedSources } from "../../config/sources/open-sources.ts";
import type { Policy } from "../../model/policy.ts";
import type { TextChange } from "../../model/workspace.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import { commitActions, type MadeCommits } from "../../run/commits/commit-actions.ts";
import type { FindText } from "../../run/commits/commit-files.ts";
import type { RunCommits } from "../../run/commits/commit-run.ts";
import { readNow } from "../../tree/read-now.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import { findPlanPolicy } from "./find-plan-policy.ts";

/**
 * Returns the policy that is in force for a plan, by the trust of the caller. A plan brings no policy of its own: none
 * is in force if the plan is believed as it is (`--no-verify` without `--policy`), or a person names the actions.
 */
export async function policyOfPlan(
  plan: Plan,
  { root, only, policy: given, verify }: PlanRequest,
  openSources: () => Promise<OpenedSources>,
): Promise<Policy | undefined> {
  const isUnasked = only !== undefined || (verify === false && given === undefined);
  if (isUnasked) return undefined;
  const sources = await openSources().catch(noneIfStopped);
  if (sources?.kind !== "opened") return undefined;
  const { reader } = sources;
  const found = given === undefined ? await findPlanPolicy(plan, root, reader) : { policy: given };
  if ("fault" in found) return undefined; // The plan is refused for it.
  return (await preparePolicy(found.policy, reader)).policy;
}

/** The end of a run that is to end is reported with the changes of the plan. */
export function noneIfStopped(error: unknown): undefined {
  if (!(error instanceof LoadingStopped)) throw error;
}

/** A plan that was written. */
interface WrittenPlan {
  readonly id: string;
  readonly request: PlanRequest;
  readonly world: Pick<RunWorld, "env" | "now">;
  readonly signal: AbortSignal;
  readonly writer: Pick<RunWriter, "noteCommits" | "commitFolder">;
  readonly actions: readonly PlannedAction[];
  readonly changes: readonly TextChange[];
}

/** Commits the actions of a plan that were written. */
export async function commitPlan(
  { policy, start }: RunCommits,
  { id, request: { root }, world, signal, writer, actions, changes }: WrittenPlan,
): Promise<MadeCommits> {
  const applied = actions.filter(({ state }) => state === "would-apply");
  return commitActions(
    applied.map((report) => ({ report, changes: report.files })),
    policy,
    {
      id,
      start,
      root,
      env: world.env,
      now: world.now(),
      signal,
      commitFolder: () => writer.commitFolder(),
      noteCommits: (ids) => writer.noteCommits(ids),
      findText: textsOfPlan(root, changes),
    },
  );
}

/** Returns the function that finds the texts before a plan. */
export function textsOfPlan(root: string, changes: readonly TextChange[]): FindText {
  const before = new Map(changes.map((change) => [change.path, change]));
  return async (path, hash) => {
    const change = before.get(path);
    if (change?.preHash === hash) return change.before;
    const now = (await readNow(root, [path])).get(path); // Its changes take each other back.
    return now?.kind === "text" && now.hash === hash ? now.text : undefined;
  };
}
