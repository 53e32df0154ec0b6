import type { Alert } from "../../model/alert.ts";
import type { Report } from "../../model/report/report.ts";
import { checkMadePlan } from "../../plan-file/check-made-plan.ts";
import { MAX_ALL_KEYS } from "../../plan-file/find-size-fault.ts";
import type { PlanContent } from "../../plan-file/plan.ts";
import { makePlanInPieces, planPieces, planSize } from "../../plan-file/plan-in-pieces.ts";
import type { ShardRecord } from "../../plan-file/record/record-schema.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { planContentOf } from "../../run/plan-content/plan-content-of.ts";
import { plannedActions, reasonsAgainst } from "../../run/plan-content/planned-actions.ts";
import type { RunOutcome } from "../../run/state/run-outcome.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { MAX_SIZE } from "../../shared/option-value.ts";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";

/** The outcome of a dry run, and its plan. */
export interface PlannedRun {
  readonly report: Report;
  /** The text of the plan file. Missing if something is not in order: then `why` has the reasons. */
  readonly text?: string;
  readonly why: readonly string[];
}

/** A dry run that is over, with its plan, which may be larger than a text can be. */
export interface MadeRun extends Omit<PlannedRun, "text"> {
  readonly plan?: MadePlan;
  /** Neither `apply` nor any other command can read the plan. */
  readonly isTooLarge?: true;
}

interface MadePlan {
  readonly digest: string;
  /** Yields the text of its file. */
  pieces(): Iterable<string>;
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
  /** Called again and again: a plan may be very large. */
  readonly turn?: () => Promise<void>;
}

/** Returns the plan of a dry run that is over. */
export async function madeRun(
  finished: RunOutcome,
  { request: { root }, world, record, alerts = [], compared, turn }: RunToPlan,
): Promise<MadeRun> {
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
  const pause = async () => {
    collectIfGrown();
    await turn?.();
  };
  const plan = await makePlanInPieces(all, pause);
  // Reports now what `apply` would refuse later.
  const { faults, keys } = await checkMadePlan(plan, pause);
  if (faults.length > 0) return { report, why: faults };
  const size = await planSize(plan, pause);
  const isTooLarge = size > MAX_SIZE || keys > MAX_ALL_KEYS;
  const { digest } = plan;
  return {
    report,
    plan: { digest, pieces: () => planPieces(plan) },
    why,
    ...(isTooLarge && { isTooLarge }),
  };
}

/** Returns a run without its plan, if nothing could read that. */
export function withinBounds({ plan, isTooLarge, ...run }: MadeRun): MadeRun {
  if (isTooLarge) return { ...run, why: [TOO_LARGE] };
  return { ...run, ...definedOnly({ plan }) };
}

/** Returns a run with the text of its plan, which must be one that can be read. */
export function withPlanText(made: MadeRun): PlannedRun {
  const { plan, ...run } = withinBounds(made);
  return { ...run, ...definedOnly({ text: plan && [...plan.pieces()].join("") }) };
}

/** In the order that plans have. */
function baseOf(
  { files, ...base }: PlanContent["base"],
  compared: RunToPlan["compared"],
): PlanContent["base"] {
  return { ...base, ...compared, ...definedOnly({ files }) };
}

/** Why a plan that is too large is not written. */
const TOO_LARGE =
  "The plan would be larger than can be read. Let an action hold more, with `per`, or name fewer files.";
