import type { OpenedSources } from "../config/sources/open-sources.ts";
import type { Report } from "../model/report/report.ts";
import { findPlanChanges } from "../plan/judge/find-plan-changes.ts";
import type { PlanDerivation } from "../plan/judge/judged-plan.ts";
import { PlanReporter } from "../plan/judge/plan-reporter.ts";
import type { Plan } from "../plan-file/plan.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import type { JudgedApproved, NotWritten } from "./approved.ts";

/** The means to judge the actions that people have approved. */
export interface ApprovedContext {
  readonly plan: Plan;
  readonly request: DecideRequest;
  readonly world: RunWorld;
  readonly openSources: () => Promise<OpenedSources>;
  /** Executes a run. */
  readonly derive: PlanDerivation["derive"];
}

/** The most actions that are judged one by one if all together cannot be written. */
const MOST_ALONE = 20;

/**
 * Judges approved actions as `apply --only` does: derived again, at their places, against the guards of protected
 * paths; and the policy must still hold them, by the rule that the plan names. If all together cannot be written, each
 * is judged alone.
 */
export async function judgeApproved(
  ids: readonly string[],
  context: ApprovedContext,
): Promise<JudgedApproved> {
  const all = await judgeTogether(ids, context);
  if ("actions" in all) return { ...all, refused: new Map() };
  const refused = new Map(ids.map((id) => [id, all]));
  if (ids.length === 1 || ids.length > MOST_ALONE) return { ...NOTHING, refused };
  const fit: string[] = [];
  for (const id of ids) {
    const one = await judgeTogether([id], context);
    if ("actions" in one) fit.push(id);
    else refused.set(id, one);
  }
  const rest =
    fit.length === 0 || fit.length === ids.length ? all : await judgeTogether(fit, context);
  if (!("actions" in rest)) return { ...NOTHING, refused };
  return { ...rest, refused: new Map([...refused].filter(([id]) => !fit.includes(id))) };
}

const NOTHING = { actions: [], changes: [] } as const;

async function judgeTogether(
  ids: readonly string[],
  { plan, request, world, openSources, derive }: ApprovedContext,
): Promise<Omit<JudgedApproved, "refused"> | NotWritten> {
  const only = { ...request, only: ids, reason: "Approved on the pull request." };
  const silent = { ...world, emit: () => undefined };
  const reporter = new PlanReporter(only, silent, "decide");
  const setting = { reporter, openSources, derive, world: silent };
  const found = await findPlanChanges(plan, only, setting);
  if (found.kind === "ended") return whyEnded(found.report);
  const { actions, held } = found.judged;
  const now = new Map((held ?? []).map((one) => [one.id, one]));
  const planned = new Map(plan.actions.map((one) => [one.id, one]));
  const isHeld = ids.every((id) => {
    const one = now.get(id);
    return one?.state === "held" && one.ruleId === planned.get(id)?.ruleId;
  });
  return isHeld ? { actions, changes: found.changes } : { state: "refused", why: OTHER_RULE };
}

const OTHER_RULE = "The policy does not hold it by the rule that the plan names. Make a new plan.";

function whyEnded({ outcome, diagnostics, alerts, actions }: Report): NotWritten {
  const [message] = [
    ...diagnostics.map((one) => one.message),
    ...alerts.flatMap((one) => (one.level === "error" ? [one.message] : [])),
    ...actions.flatMap(({ result }) => result ?? []),
  ];
  const why = message ?? `It cannot be judged: ${outcome}.`;
  if (outcome === "invalid") return { state: "refused", why };
  return { state: outcome === "stale" ? "stale" : "failed", why };
}
