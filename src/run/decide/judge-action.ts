import { ALL_FACTS } from "../../model/action/asked-facts.ts";
import type { Facts } from "../../model/action/facts.ts";
import type { Decision } from "../../model/policy.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";
import { decisionOf } from "./decision-of.ts";
import { factsOf } from "./facts-of.ts";

/** The facts of an action, and the decision on them; undefined if there is no policy. */
export interface Judgement {
  readonly facts: Facts;
  readonly decision: Decision | undefined;
}

/** Judges a pending action; `asked` is the call of a model that resolves it. */
export async function judgeAction(
  action: ActionRecord,
  { record: { command, policy, limits }, world, tooling }: RunContext,
  asked?: ResolveRequest,
): Promise<Judgement> {
  const facts = await factsOf(action, world, tooling.search.asked ?? ALL_FACTS);
  const { stop, places, ci, decidesAt: now } = world;
  const decided = decisionOf(action, facts, { command, policy, stop, places, ci, now }, asked);
  const told = decided && withRetry(decided, action);
  return { facts, decision: told && limits.decide(action.pending.id, told, facts) };
}

/** Adds to the reason that the action was previewed again. */
function withRetry(decision: Decision, { retried }: ActionRecord): Decision {
  if (retried === undefined) return decision;
  const { reason } = decision;
  return { ...decision, reason: `${reason} (Previewed again after its apply failed: ${retried})` };
}
