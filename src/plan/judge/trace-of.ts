import type { Decision } from "../../model/policy.ts";
import type { PlannedAction } from "../../plan-file/plan.ts";

/** Returns the trace of a decision as plans have it. */
export function traceOf({ trace }: Pick<Decision, "trace">): PlannedAction["trace"] {
  return trace.map(({ unknown, ...entry }) => ({
    ...entry,
    ...(unknown ? { unknown: [...unknown] } : {}),
  }));
}
