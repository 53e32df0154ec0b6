import { ALL_FACTS, type AskedFacts } from "../../model/action/asked-facts.ts";
import type { Policy } from "../../model/policy.ts";
import { factsAskedBy } from "../../policy/facts-asked-by.ts";
import type { RunRequest } from "../../request/request.ts";

/** Returns the facts to find: a plan has all, because they are verified and may be decided on again. */
export function askedByRequest(
  { command, facts, shownFacts = [] }: Pick<RunRequest, "command" | "facts" | "shownFacts">,
  policy: Policy | undefined,
): AskedFacts {
  const asked = policy === undefined ? [] : factsAskedBy(policy);
  const more = command === "plan" || facts === "all" ? ALL_FACTS : shownFacts;
  return more.length === 0 ? asked : [...new Set([...asked, ...more])].sort();
}
