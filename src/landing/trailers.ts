import type { CommitOrigin } from "../run/commits/commit-message.ts";

// The trailers by which commits for a forge are found again; `OWN_TRAILERS` of the policy has all names.

export const PLAN_TRAILER = "Sluice-Plan";
export const APPROVED_TRAILER = "Sluice-Approved";
const CAMPAIGN_TRAILER = "Sluice-Publish";

/** Returns the value for a plan, by its digest. */
export function planValue(digest: string): string {
  return digest.slice(0, 16);
}

/** The origin of commits that are published: the same plan gives the same words. */
export function originOfPlan(digest: string, campaign: string): CommitOrigin {
  const id = planValue(digest);
  const trailers = [[PLAN_TRAILER, id] as const, [CAMPAIGN_TRAILER, campaign] as const];
  return { id, trailers, record: "plan" };
}

/** True for a message with the trailer of a campaign. */
export function isOfCampaign(message: string, campaign: string): boolean {
  return message.split("\n").includes(`${CAMPAIGN_TRAILER}: ${campaign}`);
}

/** True for a message that names an action which a person approved. */
export function isApproved(message: string): boolean {
  return message.split("\n").some((line) => line.startsWith(`${APPROVED_TRAILER}: `));
}
