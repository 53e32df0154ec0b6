import type { Report } from "../model/report/report.ts";
import { applyPlan as applyWhole } from "../plan/apply-plan.ts";
import { type GivenWorld, inWorld, withTimeout } from "./in-world.ts";
import type { ApplyRequest } from "./requests.ts";
import { wholeApplyRequest } from "./whole-requests.ts";

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
