import { type AskedFacts, askedBy } from "../model/action/asked-facts.ts";
import type { Conditions } from "../model/policy/conditions.ts";
import type { Policy } from "../model/policy.ts";

/** Returns the groups of facts that a policy looks at: in its conditions, and in its reasons. */
export function factsAskedBy({ guards, rules, default: otherwise }: Policy): AskedFacts {
  const all = [...guards, ...rules];
  const reasons = [otherwise, ...all].flatMap(({ reason }) => factsIn(reason));
  return askedBy([...all.flatMap(({ when }) => factsOfConditions(when)), ...reasons]);
}

/** Returns the names of the facts that conditions compare, also those inside of others. */
function factsOfConditions(conditions: Conditions): readonly string[] {
  const { any = [], all = [], not, expr } = conditions;
  const inner = [...any, ...all, ...(not ? [not] : [])].flatMap(factsOfConditions);
  return [...Object.keys(conditions), ...inner, ...(expr?.facts ?? [])];
}

/** Returns the names of facts in a template: `${{ facts.additions }}`. */
function factsIn(reason: string): readonly string[] {
  return [...reason.matchAll(/\bfacts\.(\w+)/g)].map(([, name = ""]) => name);
}
