import type { Report } from "../model/report/report.ts";
import { parsePlan } from "../plan-file/parse-plan.ts";
import { makePlan, type PlanContent, planText } from "../plan-file/plan.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { planContentOf } from "../run/plan-content/plan-content-of.ts";
import { plannedActions, reasonsAgainst } from "../run/plan-content/planned-actions.ts";
import { rememberDerived } from "./judge/derived-here.ts";

/** The outcome of a dry run, and its plan. */
export interface PlannedRun {
  readonly report: Report;
  /** The text of the plan file. Missing if something is not in order: then `why` has the reasons. */
  readonly text?: string;
  readonly why: readonly string[];
}

/**
 * `sluice plan`: previews and decides as `preview` does, and returns the plan that `apply` writes. Nothing is written,
 * and a run in which something failed has no plan. The same tree and the same request give the same text, on any
 * machine.
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
  const parsed = parsePlan(text, "The plan"); // Reports now what `apply` would refuse later.
  if ("plan" in parsed) {
    rememberDerived(parsed.plan, request, world, finished.prepared);
    return { report, text, why };
  }
  return { report, why: parsed.diagnostics.map(({ message }) => message) };
}

const TOO_LARGE =
  "The plan would be larger than can be read. Let an action hold more, with `per`, or name fewer files.";

/** Undefined if the text would be too long. */
function textOf(content: PlanContent): string | undefined {
  try {
    return planText(makePlan(content));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // The length of a string is the only source of it here.
    throw error;
  }
}
