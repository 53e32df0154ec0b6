import type { ActionReport, ActionState } from "./report.ts";

/** Sorts by urgency: actions that need a person come first, so that a cut takes the others. */
const STATE_ORDER: readonly ActionState[] = [
  "failed",
  "held",
  "pending",
  "would-apply",
  "applied",
  "discarded",
];

/** Sorts actions by what needs a person; those of one state keep their order. */
export function byUrgency(actions: readonly ActionReport[]): readonly ActionReport[] {
  return [...actions].sort((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state));
}
