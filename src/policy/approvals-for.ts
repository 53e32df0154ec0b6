import type { PolicyApprovals } from "../model/policy/approvals.ts";
import type { Policy } from "../model/policy.ts";

/**
 * Returns who may end the hold of an action: the approvals of the guard or rule that decided it, otherwise those of the
 * policy. Undefined: nobody may, on a forge.
 */
export function approvalsFor(
  { guards, rules, approvals }: Pick<Policy, "guards" | "rules" | "approvals">,
  ruleId: string | undefined,
): PolicyApprovals | undefined {
  const rule = [...guards, ...rules].find(({ id }) => id === ruleId);
  return rule?.approvals ?? approvals;
}
