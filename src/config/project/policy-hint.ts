import { BUILT_IN_POLICIES } from "../../policy/built-in-policies.ts";
import { closestName } from "../../shared/closest-name.ts";

/** Returns the advice on a policy that is not there. */
export function policyHint(named: string): string {
  const names = BUILT_IN_POLICIES.map(({ name }) => name);
  const near = closestName(named, names);
  const guess = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  return `A policy is a file, or one of ${names.join(", ")}.${guess}`;
}
