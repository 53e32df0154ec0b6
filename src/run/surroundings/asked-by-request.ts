import { ALL_FACTS, type AskedFacts } from "../../model/action/asked-facts.ts";
import type { Policy } from "../../model/policy.ts";
import { factsAskedBy } from "../../policy/facts-asked-by.ts";
import type { RunRequest } from "../request/request.ts";

/** Returns the facts to find: a plan has all, because they are verified and may be decided on again. */
export function askedByRequest(
  { command, facts }: Pick<RunRequest, "command" | "facts">,
  policy: Policy | undefined,
): AskedFacts {
  if (command === "plan" || facts === "all") return ALL_FACTS;
  return policy === undefined ? [] : factsAskedBy(policy);
}
