import { currentBranch } from "../../git/current-branch.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Policy } from "../../model/policy.ts";
import type { Environment } from "../../model/world.ts";
import { asksForCi } from "../../policy/facts-asked-by.ts";

/** Finds the facts of the CI system; undefined if the policy does not look at them. */
export async function ciAskedBy(
  policy: Policy | undefined,
  root: string,
  env: Environment,
): Promise<CiFacts | undefined> {
  if (policy === undefined || !asksForCi(policy)) return undefined;
  const { ciFactsOf } = await import("./ci-facts.ts");
  return ciFactsOf(env, () => currentBranch(root, env));
}
