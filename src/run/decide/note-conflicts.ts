import type { FileChange } from "../../model/action/preview.ts";
import type { ActionBook, ActionRecord } from "../state/action-book.ts";

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

/** A pending action and its changes. */
interface ConflictCandidate {
  readonly id: string;
  readonly changes: readonly FileChange[];
  /** Files that are replaced as a whole, or whose changes are unknown. */
  readonly whole?: readonly string[];
}

/** One edit of one action. */
interface OwnedEdit {
  readonly owner: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the actions whose edits overlap, by id, each with the ids of the others, sorted. Edits that only touch do
 * not overlap. All actions must rest on the same tree.
 */
export function findConflicts(
  actions: readonly ConflictCandidate[],
): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map<string, { readonly edits: OwnedEdit[]; readonly whole: Set<string> }>();
  const at = (path: string) => {
    const known = byPath.get(path) ?? { edits: [], whole: new Set<string>() };
    byPath.set(path, known);
    return known;
  };
  const isShared = sharedPaths(actions);
  for (const { id: owner, changes, whole = [] } of actions) {
    for (const change of changes) {
      const { path, preHash, postHash } = change;
      if (!isShared.has(path)) continue;
      for (const { start, end } of change.edits) at(path).edits.push({ owner, start, end });
      if (preHash === null || postHash === null) at(path).whole.add(owner); // It makes or deletes the file.
    }
    for (const path of whole) at(path).whole.add(owner);
  }
  const conflicts = new Map<string, Set<string>>();
  for (const { edits, whole } of byPath.values()) {
    collectOverlaps(edits, conflicts);
    const owners = new Set([...whole, ...edits.map(({ owner }) => owner)]);
    for (const owner of whole) for (const other of owners) addBoth(conflicts, owner, other);
  }
  return new Map([...conflicts].map(([id, others]) => [id, [...others].sort()]));
}

/** Returns the paths of several actions: the edits of others need not be read. */
function sharedPaths(actions: readonly ConflictCandidate[]): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, changes, whole = [] } of actions) {
    for (const path of [...changes.map((change) => change.path), ...whole]) {
      if ((owners.get(path) ?? id) !== id) shared.add(path);
      owners.set(path, id);
    }
  }
  return shared;
}

function collectOverlaps(edits: OwnedEdit[], conflicts: Map<string, Set<string>>): void {
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let open: OwnedEdit[] = []; // Edits that reach beyond the start of the next one.
  for (const edit of edits) {
    open = open.filter(({ end }) => end > edit.start);
    for (const { owner } of open) addBoth(conflicts, owner, edit.owner);
    open.push(edit);
  }
}

function addBoth(conflicts: Map<string, Set<string>>, one: string, other: string): void {
  if (one === other) return;
  conflicts.set(one, (conflicts.get(one) ?? new Set()).add(other));
  conflicts.set(other, (conflicts.get(other) ?? new Set()).add(one));
}
