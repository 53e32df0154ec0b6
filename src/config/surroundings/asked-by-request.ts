import { ALL_FACTS, type AskedFacts } from "../../model/action/asked-facts.ts";
import type { Policy } from "../../model/policy.ts";
import { factsAskedBy } from "../../policy/facts-asked-by.ts";
import type { RunRequest } from "../../request/request.ts";

/** Returns the facts to find: a plan has all, because they are verified and may be decided on again. */
export function askedByRequest(
  { command, facts, shownFacts = [] }: Pick<RunRequest, "command" | "facts" | "shownFacts">,
  policy: Policy | undefined,
): AskedFacts {
  if (command === "plan" || facts === "all") return ALL_FACTS;
  const asked = policy === undefined ? [] : factsAskedBy(policy);
  return shownFacts.length === 0 ? asked : [...new Set([...asked, ...shownFacts])].sort();
}
