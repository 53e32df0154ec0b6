import type { Report } from "../model/report/report.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "./steps/execute-run.ts";

/**
 * `sluice run` and `sluice preview`: previews every step, decides every pending action, and returns the report. User
 * errors never throw: they are in the report's diagnostics, and then nothing was run.
 */
export async function runRecipes(request: RunRequest, world: RunWorld): Promise<Report> {
  const { report } = await executeRun(request, world);
  return report;
}
