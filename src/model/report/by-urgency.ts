import { SEVERITIES } from "../recipe/rule-words.ts";
import { type ActionReport, type ActionState, type FindingReport, isWarned } from "./report.ts";

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

/** Sorts what steps tell of their matches: the gravest first, of these the new ones; all others keep their order. */
export function toldByUrgency(findings: readonly FindingReport[] = []): readonly FindingReport[] {
  const rank = ({ severity, isNew }: FindingReport) =>
    2 * SEVERITIES.indexOf(severity) + (isNew === true ? 0 : 1);
  return [...findings].sort((a, b) => rank(a) - rank(b));
}
