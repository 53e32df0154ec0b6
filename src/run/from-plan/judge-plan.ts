import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Decision } from "../../model/policy.ts";
import { factsFault } from "../../plan/facts-fault.ts";
import { nameOf } from "../../plan/find-differences.ts";
import type { Plan, PlannedAction } from "../../plan/plan.ts";
import { evaluatePolicy } from "../../policy/evaluate-policy.ts";
import { preparePolicy } from "../prepare/prepare-policy.ts";
import type { ApplyRequest } from "../request/apply-request.ts";
import type { RunWorld } from "../request/request.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { placesOfRoot } from "../tree/places-of-root.ts";
import { factsOfPlan } from "./facts-of-plan.ts";
import { findPlanRecipes } from "./find-plan-sources.ts";
import type { JudgedPlan, PlanDerivation, PlanFindings } from "./judged-plan.ts";
import { rederivePlan } from "./rederive-plan.ts";

/** Decides if a plan is to be believed, and the outcome of each of its actions. Writes nothing. */
export async function judgePlan(
  plan: Plan,
  request: ApplyRequest,
  derivation: PlanDerivation,
): Promise<JudgedPlan> {
  const { world, sources } = derivation;
  const isModels = plan.recipes.some((recipe) => recipe.asksModel);
  if (isModels && request.verify === true) return { kind: "invalid", diagnostics: [NOT_DERIVABLE] };
  const bringsCode = plan.recipes.some(({ hasCode }) => hasCode);
  const { skipped, filesSearched } = plan;
  const asPlanned = { skipped, filesSearched, alerts: plan.alerts as readonly Alert[] }; // Codes that Sluice gave.
  if (request.verify === false && request.policy === undefined)
    return { kind: "accepted", ...asPlanned, actions: plan.actions };
  if (sources.kind === "refused") return { kind: "invalid", diagnostics: [sources.fault] };
  const { reader } = sources;
  const isVerified = request.verify ?? (!isModels && (request.allowCode || !bringsCode));
  if (isVerified) return rederivePlan(plan, request, derivation, reader);
  const notes: Alert[] = [];
  if (request.verify === undefined) {
    // Only real code or prompts in the recipes excuse a plan from this, not the word of the plan.
    const found = await findPlanRecipes(plan, request, { world, reader });
    if ("faults" in found) return { kind: "differs", messages: found.faults };
    const message = isModels
      ? "The plan was not derived again: a model had a part in it."
      : `The plan was not derived again: its recipes bring code. ${ALLOW_CODE}`;
    notes.push({ level: "warn", code: "not-verified", message });
  }
  const decided = await decideAgain(plan, request, { world, reader });
  if ("diagnostics" in decided) return { kind: "invalid", ...decided };
  return { kind: "accepted", ...asPlanned, ...decided, alerts: [...asPlanned.alerts, ...notes] };
}

const ALLOW_CODE = "Allow it with --allow-code, or say --no-verify.";

/** A model may answer differently the next time. */
const NOT_DERIVABLE: Diagnostic = {
  code: "invalid-option",
  severity: "error",
  message: "The plan cannot be derived again: a model had a part in it.",
  hint: "Leave --verify out; the files are compared with the plan all the same.",
};

/**
 * Decides the plan's actions again by the policy of the request, if there is one; otherwise the plan's verdicts stand.
 */
async function decideAgain(
  plan: Plan,
  request: ApplyRequest,
  { world, reader }: { readonly world: RunWorld; readonly reader: ConfigReader },
): Promise<Pick<PlanFindings, "actions"> | { readonly diagnostics: readonly Diagnostic[] }> {
  const { actions } = plan;
  if (request.policy === undefined) return { actions };
  const { policy, diagnostics } = await preparePolicy(request.policy, reader);
  if (policy === undefined) return { diagnostics };
  const forged = actions.flatMap((action): Diagnostic[] => {
    const fault = factsFault(action);
    if (fault === undefined) return [];
    const message = `${nameOf(action)}: ${fault}, so that no policy can decide on them.`;
    return [{ code: "plan-invalid", severity: "error", message }];
  });
  if (forged.length > 0) return { diagnostics: forged };
  const factsOf = factsOfPlan(plan, { request, cwd: world.cwd, source: policy.source });
  const places = placesOfRoot(request.root);
  const decide = (action: PlannedAction) => evaluatePolicy(policy, factsOf(action), places);
  return {
    actions: actions.map((action) => withDecision(action, decide(action))),
  };
}

const STATES = { apply: "would-apply", discard: "discarded", hold: "held" } as const;

function withDecision(action: PlannedAction, decision: Decision): PlannedAction {
  const { result: _result, ...rest } = action;
  const { verdict, reason, ruleId } = decision;
  const trace = decision.trace.map(({ unknown, ...entry }) => ({
    ...entry,
    ...(unknown ? { unknown: [...unknown] } : {}),
  }));
  if (verdict !== "apply" || action.files.length > 0)
    return { ...rest, verdict, state: STATES[verdict], reason, ruleId, trace };
  const unknown = "What a custom tool would write is not in the plan. Use `sluice run`.";
  return { ...rest, verdict: "hold", state: "held", reason: unknown, ruleId: "plan", trace };
}
