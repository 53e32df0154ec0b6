import { type AskedFacts, askedBy } from "../model/action/asked-facts.ts";
import type { Policy } from "../model/policy.ts";

/** Returns the groups of facts that a policy looks at: in its conditions, and in its reasons. */
export function factsAskedBy({ guards, rules, default: otherwise }: Policy): AskedFacts {
  const all = [...guards, ...rules];
  const reasons = [otherwise, ...all].flatMap(({ reason }) => factsIn(reason));
  return askedBy([...all.flatMap(({ when }) => Object.keys(when)), ...reasons]);
}

/** Returns the names of facts in a template: `${{ facts.additions }}`. */
function factsIn(reason: string): readonly string[] {
  return [...reason.matchAll(/\bfacts\.(\w+)/g)].map(([, name = ""]) => name);
}
