import type { Alert } from "../../model/alert.ts";
import type { Report } from "../../model/report/report.ts";
import { parsePlan } from "../../plan-file/parse-plan.ts";
import { makePlan, type Plan, type PlanContent, planText } from "../../plan-file/plan.ts";
import type { ShardRecord } from "../../plan-file/record/record-schema.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { planContentOf } from "../../run/plan-content/plan-content-of.ts";
import { plannedActions, reasonsAgainst } from "../../run/plan-content/planned-actions.ts";
import type { RunOutcome } from "../../run/state/run-outcome.ts";
import { definedOnly } from "../../shared/defined-only.ts";

/** The outcome of a dry run, and its plan. */
export interface PlannedRun {
  readonly report: Report;
  /** The text of the plan file. Missing if something is not in order: then `why` has the reasons. */
  readonly text?: string;
  readonly why: readonly string[];
}

/** The same, with the plan as it was read again. */
interface ReadRun extends PlannedRun {
  readonly plan?: Plan;
}

/** A run, and what its plan says beside its outcome. */
interface RunToPlan {
  readonly request: Pick<RunRequest, "root">;
  readonly world: RunWorld;
  readonly record?: ShardRecord | undefined;
  /** More warnings. */
  readonly alerts?: readonly Alert[];
  /** Since when lines count as changed. Default: as the run has found it. */
  readonly compared?: Pick<PlanContent["base"], "since" | "changedLines">;
}

/** Returns the plan of a dry run that is over. */
export async function plannedRun(
  finished: RunOutcome,
  { request: { root }, world, record, alerts = [], compared }: RunToPlan,
): Promise<ReadRun> {
  const report = { ...finished.report, alerts: [...finished.report.alerts, ...alerts] };
  const why = reasonsAgainst(report);
  if (why.length > 0) return { report, why };
  const content = await planContentOf(finished, plannedActions(finished), root, world);
  const all: PlanContent = {
    ...content,
    base: baseOf(content.base, compared),
    ...definedOnly({ record }),
    alerts: [...content.alerts, ...alerts],
  };
  const text = textOf(all);
  if (text === undefined) return { report, why: [TOO_LARGE] };
  const parsed = parsePlan(text, "The plan"); // Reports now what `apply` would refuse later.
  if ("plan" in parsed) return { report, text, plan: parsed.plan, why };
  return { report, why: parsed.diagnostics.map(({ message }) => message) };
}

/** In the order that plans have. */
function baseOf(
  { files, ...base }: PlanContent["base"],
  compared: RunToPlan["compared"],
): PlanContent["base"] {
  return { ...base, ...compared, ...definedOnly({ files }) };
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
