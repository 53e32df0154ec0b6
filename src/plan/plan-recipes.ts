import type { RunRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { rememberDerived } from "./judge/derived-here.ts";
import {
  type MadeRun,
  madeRun,
  type PlannedRun,
  withinBounds,
  withPlanText,
} from "./merge/planned-run.ts";
import { ShardRecorder } from "./merge/shard-recorder.ts";

/**
 * `sluice plan`: previews and decides as `preview` does, and returns the plan that `apply` writes. Nothing is written,
 * and a run in which something failed has no plan. The same tree and the same request give the same text, on any
 * machine.
 */
export async function plan(...run: Parameters<typeof planRecipes>): Promise<PlannedRun> {
  return withPlanText(await planRecipes(...run));
}

/** The same, with the plan itself in place of its text. */
export async function planRecipes(
  request: Omit<RunRequest, "command">,
  world: RunWorld,
): Promise<MadeRun> {
  const recorder = request.shard === undefined ? undefined : new ShardRecorder();
  const here = { ...world, ...definedOnly({ records: recorder }) };
  const finished = await executeRun({ ...request, command: "plan" }, here);
  const record = finished.prepared.shard && recorder?.record(finished.outcomes);
  const made = withinBounds(await madeRun(finished, { request, world: here, record }));
  if (made.plan) rememberDerived(made.plan, request, world, finished.prepared);
  return made;
}
