import type { FleetRepository } from "../../model/fleet/fleet.ts";
import type { JobResult } from "../../model/fleet/fleet-job.ts";
import type { Report } from "../../model/report/report.ts";
import type { World } from "../../model/world.ts";
import { defaultsOf } from "../../request/options/request-fields.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { withoutCiJob } from "../../shared/ci/without-ci-job.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FleetSetting } from "./fleet-setting.ts";
import { inputsOf } from "./inputs-of.ts";
import { reasonOf } from "./reason-of.ts";
import { summaryOf } from "./summary-of.ts";

/** Makes a plan: the function `plan` of `src/plan`, which the doors hand in, so that no way to it gets longer. */
export type MakePlan = (
  request: Omit<RunRequest, "command">,
  world: RunWorld,
) => Promise<{ readonly report: Report; readonly text?: string; readonly why: readonly string[] }>;

/** What a plan of a repository needs. */
interface Planning {
  readonly makePlan: MakePlan;
  readonly setting: FleetSetting;
  /** See `worldIn`. */
  readonly world: RunWorld;
}

/**
 * Makes the plan of the recipes in a checkout. The recipes and the policy are the caller's, the tree is a stranger's:
 * nothing in it configures the run, but for its policy if the fleet says so.
 */
export async function planIn(
  root: string,
  repository: FleetRepository,
  { makePlan, setting, world }: Planning,
): Promise<Pick<JobResult, "state" | "reason" | "plan" | "planText" | "summary">> {
  const { report, text, why } = await makePlan(planRequest(root, repository, setting), world);
  world.interrupted.throwIfAborted();
  if (text === undefined) {
    const code = report.outcome === "invalid" ? "invalid" : "no-plan";
    return { state: "failed", reason: reasonOf(code, why.join(" ")) };
  }
  const summary = summaryOf(report);
  const hasWork = report.actions.length > 0;
  if (!hasWork) return { state: "previewed", summary };
  const digest = sha256(text);
  const bytes = Buffer.byteLength(text);
  return { state: "planned", plan: { digest, bytes }, planText: text, summary };
}

/** Returns the request for the plan of a repository in a checkout of it. */
export function planRequest(
  root: string,
  repository: FleetRepository,
  { fleet, recipes, policy }: FleetSetting,
): Omit<RunRequest, "command"> {
  return {
    ...defaultsOf("plan"),
    ...{ root, recipes, policy },
    // The commit tells who owns its files, and if the fleet says so by which policy; nothing else of it configures a run.
    ...{ trust: "base", base: "HEAD" },
    inputs: inputsOf(fleet, repository),
    paths: repository.paths ?? [],
    cache: false,
  };
}

/** Nothing of the job in which a fleet runs says anything of its repositories. */
export function worldIn({ threads: _threads, ...world }: World, signal: AbortSignal): RunWorld {
  return {
    ...world,
    env: withoutCiJob(world.env),
    interrupted: signal,
    timedOut: new AbortController().signal,
    keepsCache: false,
    emit: () => undefined,
  };
}
