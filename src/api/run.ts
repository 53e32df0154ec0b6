import type { Report } from "../model/report/report.ts";
import { applyPlan as applyWhole } from "../plan/apply-plan.ts";
import { type PlannedRun, plan as planWhole } from "../plan/plan-recipes.ts";
import { executeRun } from "../run/execute-run.ts";
import { type GivenWorld, inWorld, withTimeout } from "./in-world.ts";
import type { ApplyRequest, RunRequest } from "./requests.ts";
import { wholeApplyRequest, wholeRunRequest } from "./whole-requests.ts";

/**
 * `sluice run`: previews every step, decides every pending action by the policy, applies what it says, and returns the
 * report. Paths are relative to the root, with `/`; offsets and columns count UTF-16 code units; times are
 * milliseconds. A fault of the request, a recipe or the policy never throws: the outcome is `invalid`, the exit code
 * 2, nothing was run, and `diagnostics` say why. A run without a policy is one. Serves A1–A24, R1–R34, X1, L1–L3.
 */
export function run(request: RunRequest, world?: GivenWorld): Promise<Report> {
  return runAs("run", request, world);
}

/**
 * `sluice preview`: the same on an overlay; writes nothing, not even state, but the cache (`cache: false` leaves it
 * out). Without a policy every action is `pending`. Serves A1, A20, A21.
 */
export function preview(request: RunRequest, world?: GivenWorld): Promise<Report> {
  return runAs("preview", request, world);
}

/**
 * `sluice plan`: previews and decides as {@link preview} does, and returns the text of the plan that
 * {@link applyPlan} writes. The same tree and request give the same text. It needs a policy, as {@link run} does. If
 * something is not in order there is no text, and `why` has the reasons.
 */
export function plan(request: RunRequest, world?: GivenWorld): Promise<PlannedRun> {
  return called("plan", request, world, planWhole);
}

function runAs(
  command: "run" | "preview",
  given: RunRequest,
  world: GivenWorld | undefined,
): Promise<Report> {
  return called(
    command,
    given,
    world,
    async (request, own) => (await executeRun(request, own)).report,
  );
}

/** Calls a use case with the whole request, in the whole world. */
function called<Outcome>(
  command: "run" | "preview" | "plan",
  given: RunRequest,
  world: GivenWorld | undefined,
  useCase: (...[request, world]: Parameters<typeof executeRun>) => Promise<Outcome>,
): Promise<Outcome> {
  return inWorld(world, (own, faults) => {
    const { request, timeout } = wholeRunRequest(command, given, own.cwd);
    const judged = { ...request, faults: [...faults, ...(request.faults ?? [])] };
    return useCase(judged, withTimeout(own, timeout));
  });
}

/**
 * `sluice apply`: writes exactly what a plan says, or nothing. The plan is read as a hostile file, every file is
 * compared before the first write, and the plan is derived again unless `verify` is false, or unless this user made it
 * in the same root and `verify` is not given: a plan of recipes that were objects needs the same objects in `recipes`,
 * and its policy again in `policy` if that was one. Never throws for a fault of the request or the plan: the report
 * says `invalid` (2) or `stale` (3). Serves A18, A19, A22.
 */
export function applyPlan(request: ApplyRequest, world?: GivenWorld): Promise<Report> {
  return inWorld(world, (own, faults) => {
    const { request: whole, timeout } = wholeApplyRequest(request, own.cwd);
    const judged = { ...whole, faults: [...faults, ...(whole.faults ?? [])] };
    return applyWhole(judged, withTimeout(own, timeout));
  });
}
