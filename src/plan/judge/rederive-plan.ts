import type { ConfigReader } from "../../config/sources/config-reader.ts";
import type { Facts } from "../../model/action/facts.ts";
import type { Alert } from "../../model/alert.ts";
import { differentRecipes, notedDifferences } from "../../plan-file/compare-heads.ts";
import { findDifferences, nameOf, writesTheSame } from "../../plan-file/find-differences.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import { isByLimit } from "../../policy/run-limits.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import { traitsOf } from "../../run/plan-content/plan-content-of.ts";
import { plannedActions, reasonsAgainst } from "../../run/plan-content/planned-actions.ts";
import type { RunOutcome } from "../../run/state/run-outcome.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { shown } from "../../shared/shown.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import { findPlanPolicy } from "./find-plan-policy.ts";
import { findPlanRecipes } from "./find-plan-sources.ts";
import { judgeByTime, timesOf } from "./judge-time.ts";
import type { JudgedPlan, PlanDerivation } from "./judged-plan.ts";
import { requestOfPlan } from "./request-of-plan.ts";

/**
 * Derives the plan again, in memory, from its recipes, its inputs and a policy, and compares; of a part of a plan
 * (`isPart`) only that its actions are made with the same bytes. With a policy of the
 * request its verdicts count, and whatever it applies must be in the plan with the same bytes.
 */
export async function rederivePlan(
  plan: Plan,
  request: PlanRequest,
  { world, derive }: PlanDerivation,
  reader: ConfigReader,
  { isPart = false }: { readonly isPart?: boolean } = {},
): Promise<JudgedPlan> {
  const sources = await findPlanRecipes(plan, request, { world, reader });
  const found =
    request.policy === undefined
      ? await findPlanPolicy(plan, request.root, reader)
      : { policy: request.policy };
  if ("faults" in sources || "fault" in found) {
    const faults = "faults" in sources ? sources.faults : [];
    return { kind: "differs", messages: [...faults, ...("fault" in found ? [found.fault] : [])] };
  }
  const { mode, base } = reader.trust;
  if (plan.base.since !== undefined && request.since === undefined && mode !== "all")
    return { kind: "differs", messages: [SINCE] };
  const again = requestOfPlan(request, plan, {
    trust: mode,
    base: base ?? undefined, // The commit itself: a branch may move meanwhile.
    recipes: sources.recipes,
    policy: found.policy,
  });
  const times = timesOf(plan, request, world);
  const derived = await derive(again, {
    ...world,
    decidesAt: times.planned,
    keepsCache: false, // Until the plan is believed nothing is written, not even a cache.
    emit(event) {
      // Other events are about the plan, once it is known which of both is wrong.
      if (["progress", "log", "fault"].includes(event.type)) world.emit(event);
    },
  });
  const judged = compare(plan, derived, { request, world, isPart });
  const { policy, ci } = derived.prepared;
  if (judged.kind !== "accepted" || isPart || policy === undefined) return judged;
  const deciding = { policy, ci, places: placesOfRoot(request.root), times };
  const actions = judged.actions.map((one) => judgeByTime(one, one.facts as Facts, deciding)); // Of its schema.
  return { ...judged, actions };
}

const SINCE =
  "The plan says since which commit lines count as changed (`--since`), and its word on that " +
  "counts only if all of the tree is trusted. Say it with --since REF.";

/** Returns why the commit that a request names with `--since` is not that of the plan; undefined if it is. */
function sinceFault(
  { base: { since: planned } }: Plan,
  { since: named }: PlanRequest,
  now: string | undefined,
): string | undefined {
  if (named === undefined || planned === now) return undefined;
  const common = `HEAD and ${shown(named)} parted at ${now?.slice(0, 10)}`;
  return planned === undefined
    ? "The plan was made without --since. Leave it out, or make a new plan."
    : `The plan is about changes since ${planned.slice(0, 10)}, and ${common}. Make a new plan.`;
}

function compare(
  plan: Plan,
  derived: RunOutcome,
  { request, world: { version = "" }, isPart }: Comparing,
): JudgedPlan {
  const { policy } = request;
  const { outcome, totals, skipped, alerts } = derived.report;
  if (outcome === "invalid") return { kind: "invalid", diagnostics: derived.prepared.diagnostics };
  if (outcome === "fault" || outcome === "interrupted") return { kind: "ended", cause: outcome };
  if (outcome === "limit") {
    // The run of the plan says itself that its time is up.
    const reasons = (alerts as readonly Alert[]).filter(({ code }) => code !== "timeout");
    const { id, reason } = derived.report.actions.find(isByLimit) ?? {};
    const exceeding = id === undefined || reason === undefined ? undefined : { id, reason };
    return { kind: "ended", cause: "limit", alerts: reasons, ...definedOnly({ exceeding }) };
  }
  // A person's choice may make up for what the policy held.
  const counted = isPart ? alerts.filter(({ code }) => code !== "expectation") : alerts;
  const since = sinceFault(plan, request, derived.prepared.since);
  if (since !== undefined) return { kind: "differs", messages: [since] };
  const reasons = reasonsAgainst({ ...derived.report, alerts: counted });
  if (reasons.length > 0) return { kind: "differs", messages: reasons };
  const actions = plannedActions(derived);
  const recipes = derived.prepared.recipes.map(traitsOf);
  const messages = [
    ...differentRecipes(plan.recipes, recipes),
    ...(isPart
      ? notDerived(plan, actions)
      : policy === undefined
        ? findDifferences(plan.actions, actions)
        : notPlanned(plan, actions)),
  ];
  if (messages.length > 0) return { kind: "differs", messages };
  const { filesSearched } = totals;
  const notes = notedDifferences(plan, { sluice: version, filesSearched }).map(noteOf);
  // Codes that Sluice gave.
  const all = [...(counted as readonly Alert[]), ...notes];
  const configuration = derived.report;
  return { kind: "accepted", actions, skipped, filesSearched, alerts: all, configuration };
}

/** The circumstances of a comparison. */
interface Comparing {
  readonly request: PlanRequest;
  readonly world: RunWorld;
  readonly isPart: boolean;
}

/** Reports actions of a plan that its recipes do not make with the same bytes. */
function notDerived({ actions }: Plan, derived: readonly PlannedAction[]): readonly string[] {
  const byId = new Map(derived.map((action) => [action.id, action]));
  return actions.flatMap((action) => {
    const now = byId.get(action.id);
    const isSame = now !== undefined && writesTheSame(action, now);
    return isSame ? [] : [`${nameOf(action)} is in the plan, but its recipes do not make it.`];
  });
}

function noteOf(message: string): Alert {
  return { level: "warn", code: "plan-differs", message };
}

/** Reports actions that another policy applies and the plan does not have: later steps saw another tree. */
function notPlanned({ actions }: Plan, derived: readonly PlannedAction[]): readonly string[] {
  const byId = new Map(actions.map((action) => [action.id, action]));
  return derived.flatMap((action) => {
    const planned = byId.get(action.id);
    if (action.state !== "would-apply" || (planned && writesTheSame(planned, action))) return [];
    return [
      `${nameOf(action)} is not in the plan with these bytes. Make a new plan with this policy.`,
    ];
  });
}
