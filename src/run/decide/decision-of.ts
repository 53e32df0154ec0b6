import type { Facts } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import type { RunCommand } from "../../model/run-kind.ts";
import { evaluatePolicy } from "../../policy/evaluate-policy.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";
import { checksOf } from "../checks/checks-of.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunStop, StopCause } from "../state/run-stop.ts";

/** The rules of a run by which its actions are decided. */
interface DecisionRules {
  readonly command: RunCommand;
  readonly policy: Policy | undefined;
  readonly stop: RunStop;
  /** The paths of the root by which guards judge. */
  readonly places: readonly string[];
  /** Undefined if the policy does not look at them. */
  readonly ci: CiFacts | undefined;
  readonly now: number;
}

/**
 * The decision on an action; undefined if there is no policy. A model never gets more than the policy allows: it may
 * only withdraw its own proposal.
 */
export function decisionOf(
  action: ActionRecord,
  facts: Facts,
  { command, policy, stop, places, ci, now }: DecisionRules,
  asked?: ResolveRequest,
): Decision | undefined {
  if (action.imposed) return action.imposed;
  const cause = stop.leaveOut();
  if (cause) return stopped(cause);
  const decided =
    policy && byPolicy(evaluatePolicy(policy, facts, places, ci, now), policy, action.unresolved);
  if (stop.ended && decided?.verdict !== "discard")
    return { ...stop.ended, trace: decided?.trace ?? [] };
  if (asked?.action === "discard") {
    const { reason } = asked;
    return { verdict: "discard", reason, ruleId: "model", trace: decided?.trace ?? [] };
  }
  const checked = decided && discardedIfUnprovable(decided, action, policy);
  return checked && command === "plan" ? heldUnlessKnown(checked, action) : checked;
}

/** An action that the model left unresolved gets the default verdict (Q12), unless a guard hits. */
function byPolicy(decision: Decision, policy: Policy, unresolved: string | undefined): Decision {
  const isGuarded = decision.trace.some(({ kind, hit }) => kind === "guard" && hit);
  if (unresolved === undefined || isGuarded) return decision;
  const { verdict } = policy.default;
  return { verdict, reason: unresolved, ruleId: "default", trace: decision.trace };
}

/** Discards an action of a custom tool that checks would have to prove: it could not be taken back. */
function discardedIfUnprovable(
  decision: Decision,
  { preview }: ActionRecord,
  policy: Policy | undefined,
): Decision {
  const isCustom = decision.verdict === "apply" && preview.kind === "custom";
  const [check] = isCustom ? checksOf(policy, decision.ruleId) : [];
  if (check === undefined) return decision;
  const why = "the changes of a custom tool cannot be taken back if one fails";
  const reason = `The rule \`${decision.ruleId}\` has checks, and ${why}.`;
  return { ...decision, verdict: "discard", reason, ruleId: "checks" };
}

/** Holds an action of a custom tool: a plan lists the bytes that it writes, and those are unknown here. */
function heldUnlessKnown(decision: Decision, { preview }: ActionRecord): Decision {
  if (decision.verdict !== "apply" || preview.kind !== "custom") return decision;
  const reason =
    "The changes of a custom tool are unknown before it runs, so a plan cannot hold them. Use `sluice run`.";
  return { ...decision, verdict: "hold", reason, ruleId: "plan" };
}

const STOP_REASONS: Readonly<Record<StopCause, string>> = {
  interrupted: "The run was interrupted before this action was decided.",
  timeout: "The time limit ended the run before this action was decided.",
};

/** The decision on an action that is left out because the run is to end. */
export function stopped(cause: StopCause): Decision {
  const reason = STOP_REASONS[cause];
  return { verdict: "discard", reason, ruleId: "stopped", trace: [] };
}
