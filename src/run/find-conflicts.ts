import type { FileChange } from "../model/preview.ts";

/** A pending action and what it would change. */
export interface ConflictCandidate {
  readonly id: string;
  readonly changes: readonly FileChange[];
  /** Files that change in a way that nobody has previewed: all of each. */
  readonly whole?: readonly string[];
}

/** One edit of one action. */
interface OwnedEdit {
  readonly owner: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The actions whose edits overlap, by id, each with the ids of the others, sorted. Edits that only
 * touch do not overlap. All actions must rest on the same tree.
 */
export function findConflicts(
  actions: readonly ConflictCandidate[],
): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map<string, OwnedEdit[]>();
  const add = (path: string, edit: OwnedEdit) => {
    const known = byPath.get(path);
    if (known) known.push(edit);
    else byPath.set(path, [edit]);
  };
  for (const { id: owner, changes, whole = [] } of actions) {
    for (const { path, edits } of changes)
      for (const { start, end } of edits) add(path, { owner, start, end });
    // Two actions that make the same file have no edits that could overlap.
    const made = changes.flatMap(({ path, preHash }) => (preHash === null ? [path] : []));
    for (const path of [...whole, ...made]) add(path, { owner, start: 0, end: Infinity });
  }
  const conflicts = new Map<string, Set<string>>();
  for (const edits of byPath.values()) collectOverlaps(edits, conflicts);
  return new Map([...conflicts].map(([id, others]) => [id, [...others].sort()]));
}

function collectOverlaps(edits: OwnedEdit[], conflicts: Map<string, Set<string>>): void {
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let open: OwnedEdit[] = []; // Those that reach beyond the start of the next one.
  for (const edit of edits) {
    open = open.filter(({ end }) => end > edit.start);
    for (const { owner } of open) {
      if (owner === edit.owner) continue;
      addTo(conflicts, owner, edit.owner);
      addTo(conflicts, edit.owner, owner);
    }
    open.push(edit);
  }
}

function addTo(conflicts: Map<string, Set<string>>, id: string, other: string): void {
  conflicts.set(id, (conflicts.get(id) ?? new Set()).add(other));
}
