import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { type DecidingAgain, decideAgain } from "./decide-again.ts";
import { isDerivedHere } from "./derived-here.ts";
import { findInputsFault } from "./inputs-fault.ts";
import { judgeDerived } from "./judge-derived.ts";
import { judgeUnverified } from "./judge-unverified.ts";
import type { JudgedPlan, PlanDerivation } from "./judged-plan.ts";
import { rederivePlan } from "./rederive-plan.ts";

/** Decides if a plan is to be believed, and the outcome of each of its actions. Writes nothing. */
export async function judgePlan(
  plan: Plan,
  request: PlanRequest,
  derivation: PlanDerivation,
): Promise<JudgedPlan> {
  const { world, sources } = derivation;
  const isModels = plan.recipes.some((recipe) => recipe.asksModel);
  if (isModels && request.verify === true) return { kind: "invalid", diagnostics: [NOT_DERIVABLE] };
  const bringsCode = plan.recipes.some(({ hasCode }) => hasCode);
  const isVerified = request.verify ?? (!isModels && (request.allowCode || !bringsCode));
  if (request.since !== undefined && !isVerified)
    return { kind: "invalid", diagnostics: [SINCE_UNUSED] };
  if (request.verify === false && request.policy === undefined)
    return accepted(plan, plan.actions, notesOfTime(plan));
  if (sources.kind === "refused") return { kind: "invalid", diagnostics: [sources.fault] };
  const { reader } = sources;
  const inputs = await findInputsFault(plan, request, reader);
  if (inputs !== undefined)
    return "fault" in inputs
      ? { kind: "differs", messages: [inputs.fault] }
      : { kind: "invalid", diagnostics: inputs.diagnostics };
  if (isVerified && isDerivedHere(plan, request, derivation))
    return (await judgeDerived(plan, request, derivation, reader)) ?? accepted(plan, plan.actions);
  if (isVerified) return rederivePlan(plan, request, derivation, reader);
  const setting = { request, world, reader };
  if (request.verify === false && request.policy !== undefined)
    return judgeByPolicy(plan, request.policy, setting);
  // Only real code or prompts in the recipes excuse a plan from being derived again, not the word of the plan.
  const judged = await judgeUnverified(plan, setting);
  if (judged.kind !== "actions") return judged;
  const message = isModels
    ? "The plan was not derived again: a model had a part in it."
    : `The plan was not derived again: its recipes bring code. ${ALLOW_CODE}`;
  const found = accepted(plan, judged.actions, [{ level: "warn", code: "not-verified", message }]);
  return { ...found, ...definedOnly({ configuration: judged.configuration }) };
}

/** Believes the edits of a plan, and decides on them by another policy. */
async function judgeByPolicy(
  plan: Plan,
  policy: string,
  setting: Pick<DecidingAgain, "request" | "world" | "reader">,
): Promise<JudgedPlan> {
  const deciding: DecidingAgain = { ...setting, believed: "edits", isLimited: () => true };
  const decided = await decideAgain(plan, policy, deciding);
  if ("kind" in decided) return decided;
  if ("diagnostics" in decided) return { kind: "invalid", diagnostics: decided.diagnostics };
  const { actions, configuration } = decided;
  return { ...accepted(plan, actions), ...definedOnly({ configuration }) };
}

/** Accepts these actions, with the other findings of the plan. */
function accepted(
  { skipped, filesSearched, alerts }: Plan,
  actions: readonly PlannedAction[],
  notes: readonly Alert[] = [],
): JudgedPlan {
  const all = [...(alerts as readonly Alert[]), ...notes]; // Codes that Sluice gave.
  return { kind: "accepted", actions, skipped, filesSearched, alerts: all };
}

/** A plan that is believed as it is, is believed about the time, too. */
function notesOfTime({ clock }: Plan): readonly Alert[] {
  if (clock === undefined) return [];
  const message = `The plan was decided at ${clock}: --no-verify does not judge it by the time of now.`;
  return [{ level: "warn", code: "not-verified", message }];
}

const ALLOW_CODE = "Allow it with --allow-code, or say --no-verify.";

/** Only a plan that is derived again is about the files and lines that changed since then. */
export const SINCE_UNUSED: Diagnostic = {
  code: "invalid-option",
  severity: "error",
  message: "--since is for a plan that is derived again, and this one is not.",
  hint:
    "Leave it out. A plan is derived again unless --no-verify is given, a model had a part in it, " +
    "or its recipes bring code and --allow-code is not given.",
};

/** A model may answer differently the next time. */
const NOT_DERIVABLE: Diagnostic = {
  code: "invalid-option",
  severity: "error",
  message: "The plan cannot be derived again: a model had a part in it.",
  hint: "Leave --verify out; the files are compared with the plan all the same.",
};
