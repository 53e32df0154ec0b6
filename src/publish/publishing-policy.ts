import type { PolicyPublish } from "../model/policy/publish.ts";
import type { Policy } from "../model/policy.ts";
import { definedOnly } from "../shared/defined-only.ts";

/** A policy that says which pull requests are kept. */
export type PublishingPolicy = Policy & { readonly publish: PolicyPublish };

/** The parts of a publication that beat the policy. */
interface Instead {
  readonly publish?: PolicyPublish | undefined;
  readonly base?: string | undefined;
}

/** Returns a policy with what it publishes, or with what takes the place of that; undefined without any. */
export function publishingPolicy(
  policy: Policy,
  { publish = policy.publish, base }: Instead = {},
): PublishingPolicy | undefined {
  return publish && { ...policy, publish: { ...publish, ...definedOnly({ base }) } };
}
