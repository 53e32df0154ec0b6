import type { TraceEntry } from "../model/policy.ts";

/** The parts of a decision that tell who made it. */
interface RuledTrace {
  readonly ruleId?: string | undefined;
  readonly trace: readonly Pick<TraceEntry, "id" | "kind" | "hit">[];
}

/**
 * True if the rule that decided an action is one of the policy, and not a limit, a check, a model, a person or an
 * error; a rule of the policy may have the same id as those have.
 */
export function isDecidedByPolicy({ ruleId, trace }: RuledTrace): boolean {
  const hits = trace.filter(({ hit }) => hit);
  const [first] = hits;
  if (first?.kind !== "guard") return first?.id === ruleId;
  return hits.some(({ id, kind }) => kind === "guard" && id === ruleId); // The strictest of them decides.
}
