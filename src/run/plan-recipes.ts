import type { Report } from "../model/report/report.ts";
import { parsePlan } from "../plan/parse-plan.ts";
import { makePlan, type PlanContent, planText } from "../plan/plan.ts";
import { planContentOf } from "./plan-content/plan-content-of.ts";
import { plannedActions, reasonsAgainst } from "./plan-content/planned-actions.ts";
import type { RunRequest, RunWorld } from "./request/request.ts";
import { executeRun } from "./steps/execute-run.ts";

/** What a dry run came to, and its plan. */
export interface PlannedRun {
  readonly report: Report;
  /** The text of the plan file. Absent where something is not in order: then `why` says what. */
  readonly text?: string;
  readonly why: readonly string[];
}

/**
 * `sluice plan`: previews and decides as `preview` does, and answers the plan that `apply` writes. Nothing is
 * written, and there is no plan of a run in which something failed. The same tree and the same request give
 * the same text, on any machine.
 */
export async function plan(
  request: Omit<RunRequest, "command">,
  world: RunWorld,
): Promise<PlannedRun> {
  const finished = await executeRun({ ...request, command: "plan" }, world);
  const { report } = finished;
  const why = reasonsAgainst(report);
  if (why.length > 0) return { report, why };
  const content = await planContentOf(finished, plannedActions(finished), request.root, world);
  const text = textOf(content);
  if (text === undefined) return { report, why: [TOO_LARGE] };
  const parsed = parsePlan(text, "The plan"); // Also what `apply` would refuse, so that it is told now.
  if ("plan" in parsed) return { report, text, why };
  return { report, why: parsed.diagnostics.map(({ message }) => message) };
}

const TOO_LARGE =
  "The plan would be larger than can be read. Let an action hold more, with `per`, or name fewer files.";

/** Undefined where no text can be so long. */
function textOf(content: PlanContent): string | undefined {
  try {
    return planText(makePlan(content));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // Of strings: nothing else here throws one.
    throw error;
  }
}
