import type { PageActionDetail } from "../../src/model/page/page-action.ts";

/** A longer value is cut. */
const LONGEST = 200;

/** Returns how a guard, a rule or the limits came out, as the terminal says it. */
export function traceOutcome({
  kind,
  hit,
  failed = "",
  found,
  unknown = [],
}: PageActionDetail["trace"][number]): string {
  const value = found === undefined ? "" : ` (${String(found).slice(0, LONGEST)})`;
  const open = unknown.length === 0 ? "" : `${unknown.join(", ")} ${isOrAre(unknown)} not known`;
  if (kind === "limit") {
    if (!hit) return "fits";
    return open === "" ? `over ${failed}${value}` : open;
  }
  if (hit) return open === "" ? "matched" : `matched: ${open}${value}`;
  // A missing fact fails in a rule.
  return unknown.some((name) => name === failed)
    ? `${open}${value}`
    : `${failed} does not hold${value}`;
}

function isOrAre({ length }: readonly unknown[]): string {
  return length === 1 ? "is" : "are";
}
