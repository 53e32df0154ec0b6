import type { ActionBook, ActionRecord } from "../state/action-book.ts";
import { type ConflictCandidate, findConflicts } from "./find-conflicts.ts";

/** Notes in each waiting action which others overlap with it. */
export function noteConflicts(book: ActionBook): void {
  const waiting = book.waiting();
  const conflicts = findConflicts(waiting.map(candidateOf));
  for (const action of waiting) action.conflicts = conflicts.get(action.pending.id) ?? [];
}

function candidateOf({ pending: { id }, preview }: ActionRecord): ConflictCandidate {
  return preview.kind === "files"
    ? { id, changes: preview.changes, whole: preview.whole }
    : { id, changes: [], whole: preview.files };
}
