import type { PolicyApprovals } from "../model/policy/approvals.ts";
import { countOf } from "../shared/count-of.ts";

/** Says who may approve. */
export function approversOf({ by, count }: PolicyApprovals): string {
  if (by === "owners") return `${countOf(count, "owner")} of the files`;
  const who = by === "write" ? "everybody who may push" : by.join(", ");
  return `${count === 1 ? "one" : count} of ${who}`;
}
