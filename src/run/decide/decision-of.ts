import type { Facts } from "../../model/facts.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import { evaluatePolicy } from "../../policy/evaluate-policy.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";
import { CustomPreview } from "../../tools/custom/custom-preview.ts";
import type { RunContext } from "../state/run-context.ts";
import type { StopCause } from "../state/run-stop.ts";

/**
 * The verdict on an action; undefined where there is no policy. What a model asks for never makes more of it than
 * the policy does: it may only take its own proposal back.
 */
export function decisionOf(
  action: PendingAction,
  facts: Facts,
  { forced, unresolved, policy, stop, isPlanned }: RunContext,
  asked?: ResolveRequest,
): Decision | undefined {
  const imposed = forced.get(action.id);
  if (imposed) return imposed;
  const cause = stop.leaveOut();
  if (cause) return stopped(cause);
  const decided = policy && byPolicy(policy, facts, unresolved.get(action.id));
  if (asked?.action === "discard") {
    const { reason } = asked;
    return { verdict: "discard", reason, ruleId: "model", trace: decided?.trace ?? [] };
  }
  return decided && isPlanned ? heldUnlessKnown(decided, action) : decided;
}

/** What nobody resolved gets the default verdict (Q12), unless a guard says otherwise. */
function byPolicy(policy: Policy, facts: Facts, unresolved: string | undefined): Decision {
  const decision = evaluatePolicy(policy, facts);
  const isGuarded = decision.trace.some(({ kind, hit }) => kind === "guard" && hit);
  if (unresolved === undefined || isGuarded) return decision;
  const { verdict } = policy.default;
  return { verdict, reason: unresolved, ruleId: "default", trace: decision.trace };
}

/** A plan writes just the bytes that it says; of what a custom tool would write nobody knows them. */
function heldUnlessKnown(decision: Decision, { details }: PendingAction): Decision {
  if (decision.verdict !== "apply" || !(details instanceof CustomPreview)) return decision;
  const reason =
    "What a custom tool would write is not known before it does, so that no plan can hold it. Use `sluice run`.";
  return { ...decision, verdict: "hold", reason, ruleId: "plan" };
}

const STOP_REASONS: Readonly<Record<StopCause, string>> = {
  interrupted: "The run was interrupted before this action was decided.",
  timeout: "The time limit ended the run before this action was decided.",
};

/** The verdict on what is left out, because the run is to end. */
export function stopped(cause: StopCause): Decision {
  const reason = STOP_REASONS[cause];
  return { verdict: "discard", reason, ruleId: "stopped", trace: [] };
}
