import type { Policy } from "../../model/policy.ts";
import type { PolicyInForce } from "../../model/report/source-schema.ts";
import { digestOfPolicy } from "../../plan-file/digests.ts";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";

/** Returns what a report says of the policy that decides, so that its verdicts can be explained later. */
export function policyInForce(policy: Policy | undefined): PolicyInForce | null {
  if (policy === undefined) return null;
  const { source } = policy;
  return {
    source,
    builtIn: findBuiltInPolicy(source) === policy,
    sha256: digestOfPolicy(policy),
    ...rulePlaces(policy),
  };
}

function rulePlaces({ guards, rules }: Policy): Pick<PolicyInForce, "rules"> {
  const places = [...guards, ...rules].flatMap(({ id, place }) =>
    place === undefined ? [] : [{ id, path: place.path, line: place.line }],
  );
  return places.length === 0 ? {} : { rules: places };
}
