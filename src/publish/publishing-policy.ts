import type { PolicyPublish } from "../model/policy/publish.ts";
import type { Policy } from "../model/policy.ts";

/** A policy that says which pull requests are kept. */
export type PublishingPolicy = Policy & { readonly publish: PolicyPublish };

/** Returns a policy with what it publishes, or with what takes the place of that; undefined without any. */
export function publishingPolicy(
  policy: Policy,
  publish: PolicyPublish | undefined = policy.publish,
): PublishingPolicy | undefined {
  return publish && { ...policy, publish };
}
