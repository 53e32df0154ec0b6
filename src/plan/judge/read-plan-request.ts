import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isReference } from "../../config/sources/locate-recipe.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type ParsedPlan, parsePlan } from "../../plan-file/parse-plan.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { readPlan } from "../../plan-file/read-plan.ts";
import { findReasonFault } from "../../request/reason.ts";
import type { PlanRequest } from "../../request/request.ts";
import { shownPath } from "../../request/shown-path.ts";
import { findRootFault } from "../../tree/find-root-fault.ts";

/** Reads a whole plan; or returns what is wrong with the request. */
export async function readPlanRequest(request: PlanRequest, cwd: string): Promise<ParsedPlan> {
  const read = await readRequest(request, cwd);
  return "plan" in read ? refusePart(read.plan, request.plan) : read;
}

/** Refuses the plan of one shard: limits and verdicts depend on what all of them found. */
function refusePart(plan: Plan, path: string): ParsedPlan {
  const { index, total } = plan.shard;
  if (total === 1) return { plan };
  const message = `It is the plan of shard ${index} of ${total}. Only a whole plan can be applied.`;
  const hint = "Make one of the plans of all shards: `sluice merge plan-*.json -o plan.json`.";
  return { diagnostics: [{ code: "plan-part", severity: "error", message, path, hint }] };
}

async function readRequest(request: PlanRequest, cwd: string): Promise<ParsedPlan> {
  const { root, planText, faults = [] } = request;
  if (faults.length > 0) return { diagnostics: faults };
  const reasonFault = findReasonFault(request);
  if (reasonFault !== undefined) return { diagnostics: [reasonFault] };
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) return { diagnostics: [rootFault] };
  const missing = await findMissingRecipes(request, cwd);
  if (missing.length > 0) return { diagnostics: missing };
  if (planText !== undefined) return parsePlan(planText, request.plan);
  const file = resolve(cwd, request.plan);
  return readPlan(file, shownPath(file, root), request.maxPlanBytes);
}

/** A file that was named and is missing is an error, also if the plan does not need it. */
async function findMissingRecipes(
  { recipes, root, objects }: PlanRequest,
  cwd: string,
): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  const named = recipes.filter((recipe) => objects?.has(recipe) !== true && !isReference(recipe));
  for (const file of named.map((recipe) => resolve(cwd, recipe))) {
    const stats = await stat(file).catch(() => undefined); // For any reason, there is no file.
    if (stats?.isFile()) continue;
    const path = shownPath(file, root);
    const message = `There is no file ${path}, which --recipe names.`;
    faults.push({ code: "file-not-found", severity: "error", message, path });
  }
  return faults;
}
