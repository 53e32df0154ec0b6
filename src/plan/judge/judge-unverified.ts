import { createScope } from "../../files/scope.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { nameOf } from "../../plan-file/find-differences.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import { shown } from "../../shared/shown.ts";
import { type DecidingAgain, decideAgain } from "./decide-again.ts";
import { findPlanPolicy } from "./find-plan-policy.ts";
import { findPlanRecipes } from "./find-plan-sources.ts";
import type { JudgedPlan, PlanFindings } from "./judged-plan.ts";

/** The actions of a plan that was not derived again; or why nothing of it may be written. */
type JudgedActions =
  | {
      readonly kind: "actions";
      readonly actions: readonly PlannedAction[];
      readonly configuration: PlanFindings["configuration"];
    }
  | Extract<JudgedPlan, { kind: "differs" | "invalid" | "ended" }>;

/**
 * Judges a plan that is not derived again, because a model or code of a recipe had a part in it: its recipes and its
 * policy must be those that are trusted, its files must be in the scope of their recipe, and the policy decides
 * again. Facts that do not follow from its edits are believed if all of the tree is trusted. Otherwise they are
 * unknown: a hit in a guard and a miss in a rule.
 */
export async function judgeUnverified(
  plan: Plan,
  setting: Omit<DecidingAgain, "believed" | "isLimited">,
): Promise<JudgedActions> {
  const { request, reader } = setting;
  const sources = await findPlanRecipes(plan, request, setting);
  const policy =
    request.policy === undefined
      ? await findPlanPolicy(plan, request.root, reader)
      : { policy: request.policy };
  const faults = [
    ...("faults" in sources ? sources.faults : scopeFaults(plan, sources.loaded)),
    ...("fault" in policy ? [policy.fault] : []),
  ];
  if (faults.length > 0 || "fault" in policy) return { kind: "differs", messages: faults };
  const isClaimed = request.policy === undefined && reader.trust.mode === "all";
  const believed = isClaimed ? "claims" : "edits";
  const isLimited = ({ verdict }: PlannedAction) =>
    request.policy !== undefined || verdict === "apply";
  const decided = await decideAgain(plan, policy.policy, { ...setting, believed, isLimited });
  if ("kind" in decided) return decided;
  if ("diagnostics" in decided) return { kind: "invalid", diagnostics: decided.diagnostics };
  const { configuration } = decided;
  if (request.policy !== undefined)
    return { kind: "actions", actions: decided.actions, configuration };
  // A model, or its user, may have discarded or held what the policy would apply.
  const actions = plan.actions.map((action, index) =>
    action.verdict === "apply" ? (decided.actions[index] ?? action) : action,
  );
  if (!isClaimed) return { kind: "actions", actions, configuration };
  const messages = plan.actions.flatMap((action, index) =>
    action.verdict === "apply" ? verdictFault(action, decided.ofPlan[index], decided.source) : [],
  );
  return messages.length > 0
    ? { kind: "differs", messages }
    : { kind: "actions", actions, configuration };
}

function verdictFault(
  planned: PlannedAction,
  decided: PlannedAction | undefined,
  source: string,
): readonly string[] {
  if (decided === undefined || decided.verdict === planned.verdict) return [];
  const { verdict, ruleId } = decided;
  const name = nameOf(planned);
  return [
    `${name}: the plan says ${planned.verdict}, the policy ${source} says ${verdict} (${ruleId}).`,
  ];
}

/** Returns why files of the plan may not be written: the scope of the recipe does not have them. */
function scopeFaults(plan: Plan, recipes: readonly Recipe[]): readonly string[] {
  const scopes = new Map(recipes.map(({ name, scope }) => [name, createScope(scope)]));
  return plan.actions
    .filter(({ verdict }) => verdict === "apply")
    .flatMap((action) => {
      const scope = scopes.get(action.recipe);
      const outside = action.files.find(({ path }) => scope?.accessTo(path) !== "write");
      if (outside === undefined) return [];
      return [`${nameOf(action)}: the scope of its recipe does not have ${shown(outside.path)}.`];
    });
}
