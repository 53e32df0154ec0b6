import type { PolicyPublish } from "../model/policy/publish.ts";
import type { Policy } from "../model/policy.ts";

/** A policy that says which pull requests are kept. */
export type PublishingPolicy = Policy & { readonly publish: PolicyPublish };

/** True for a policy with `publish`. */
export function publishes(policy: Policy | undefined): policy is PublishingPolicy {
  return policy?.publish !== undefined;
}
