import { type ActionReport, type ActionState, isWarned } from "./report.ts";

/** Sorts by urgency: actions that need a person come first, so that a cut takes the others. */
const ORDER: readonly (ActionState | "warned")[] = [
  "failed",
  "held",
  "pending",
  "warned",
  "would-apply",
  "applied",
  "discarded",
];

/** Sorts actions by what needs a person; those of one state keep their order. */
export function byUrgency(actions: readonly ActionReport[]): readonly ActionReport[] {
  return [...actions].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(action: ActionReport): number {
  return ORDER.indexOf(isWarned(action) ? "warned" : action.state);
}
