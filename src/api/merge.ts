import { resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type PlannedRun, withPlanText } from "../plan/merge/planned-run.ts";
import { mergePlans as mergeWhole } from "../plan/merge-plans.ts";
import { defaultsOf } from "../request/options/request-fields.ts";
import type { MergeRequest as WholeMergeRequest } from "../request/request.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { checkRequest } from "./check-request.ts";
import { type GivenWorld, inWorld, withTimeout } from "./in-world.ts";
import { mergeRequestSchema } from "./request-schema.ts";
import type { MergeRequest } from "./requests.ts";
import { nameObjects, planOf, type Whole } from "./run.ts";

/**
 * `sluice merge`: makes of the plans of all shards the plan that one machine would have made, and writes nothing.
 * Without a checkout of their commit it works as long as no file has to be searched again; otherwise the outcome is
 * `invalid`, as for plans that are not all shards of one run. Serves H1.
 */
export function mergePlans(request: MergeRequest, world?: GivenWorld): Promise<PlannedRun> {
  return inWorld(world, async (own, faults) => {
    const { request: whole, timeout } = wholeMergeRequest(request, own.cwd);
    const judged = { ...whole, faults: [...faults, ...(whole.faults ?? [])] };
    return withPlanText(await mergeWhole(judged, withTimeout(own, timeout)));
  });
}

function wholeMergeRequest(given: unknown, cwd: string): Whole<WholeMergeRequest> {
  const checked = checkRequest(mergeRequestSchema, given);
  const none = { ...defaultsOf("merge"), root: cwd, plans: [] };
  if ("faults" in checked)
    return { request: { ...none, faults: checked.faults }, timeout: undefined };
  const { root, timeout, plans, recipes, policy, inputs, ...rest } = checked.request;
  const { faults, ...named } = nameObjects({ recipes, policy, inputs });
  const found = plans.map(planOf);
  const lacking = found.flatMap((each): Diagnostic[] => ("fault" in each ? [each.fault] : []));
  const request = {
    ...none,
    ...definedOnly(rest),
    ...named,
    plans: found.flatMap((each) =>
      "plan" in each && each.planText === undefined ? each.plan : [],
    ),
    planTexts: found.flatMap((each) => ("planText" in each ? (each.planText ?? []) : [])),
    root: resolve(cwd, root),
    faults: [...faults, ...lacking],
  };
  return { request, timeout };
}
