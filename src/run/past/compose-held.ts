import type { TextEdit } from "../../model/edit.ts";
import type { TextChange } from "../../model/workspace.ts";
import { editText } from "../../plan/make-text.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FileNow } from "../tree/read-now.ts";
import type { ActionChange, LocatedActions, RefusedAction } from "./located-actions.ts";

/** An edit, and the action that it belongs to. */
interface OwnedEdit extends TextEdit {
  /** The index of the action. */
  readonly owner: number;
}

/**
 * Composes actions in their order: one change for each file, whatever their number. Of two actions that overlap, the
 * later one is refused.
 */
export function composeHeld(
  found: readonly ActionChange[],
  files: ReadonlyMap<string, FileNow>,
): LocatedActions {
  const byPath = editsByPath(found);
  const refused = new Map<number, RefusedAction>();
  for (;;) {
    const known = refused.size;
    for (const [path, edits] of byPath)
      refuseOverlaps({ path, edits, isNew: files.get(path)?.kind !== "text" }, found, refused);
    if (refused.size === known) break; // What overlaps a refused action may be applied after all.
  }
  const changes = [...byPath].flatMap(([path, edits]) => {
    const kept = edits.filter(({ owner }) => !refused.has(owner));
    return changeOf(path, kept, files.get(path));
  });
  const faulty = changes.find((change) => "fault" in change);
  const applied = found.filter((_each, index) => !refused.has(index)).map(({ action }) => action);
  if (faulty !== undefined && "fault" in faulty) {
    const problems = [`${faulty.path}: ${faulty.fault}`];
    const all = applied.map((action) => ({ action, cause: "invalid", problems }) as const);
    return { applied: [], changes: [], refused: [...refused.values(), ...all] };
  }
  return { applied, changes: changes as readonly TextChange[], refused: [...refused.values()] };
}

/** Returns the edits of each file, sorted; insertions at one place in the order of their actions. */
function editsByPath(found: readonly ActionChange[]): ReadonlyMap<string, readonly OwnedEdit[]> {
  const byPath = new Map<string, OwnedEdit[]>();
  for (const [owner, { files }] of found.entries())
    for (const { path, edits } of files) {
      const known = byPath.get(path) ?? [];
      byPath.set(path, known);
      for (const { start, end, text } of edits) known.push({ start, end, text, owner });
    }
  for (const edits of byPath.values())
    edits.sort((a, b) => a.start - b.start || a.end - b.end || a.owner - b.owner);
  return byPath;
}

/** The edits of all actions in one file. */
interface FileEdits {
  readonly path: string;
  readonly edits: readonly OwnedEdit[];
  /** The file is made: only one action can do that. */
  readonly isNew: boolean;
}

/** Refuses the later one of the first two actions that overlap, and goes on behind them. */
function refuseOverlaps(
  { path, edits, isNew }: FileEdits,
  found: readonly ActionChange[],
  refused: Map<number, RefusedAction>,
): void {
  let last: OwnedEdit | undefined;
  for (const edit of edits) {
    if (refused.has(edit.owner)) continue;
    const isApart = last === undefined || edit.owner === last.owner;
    if (last === undefined || isApart || (edit.start >= last.end && !isNew)) {
      last = edit;
      continue;
    }
    const [first, later] = edit.owner < last.owner ? [edit, last] : [last, edit];
    const [before, action] = [found[first.owner]?.action, found[later.owner]?.action];
    if (before === undefined || action === undefined) throw new Error("An edit has an owner.");
    const problem = `${path}: its place is changed by the action ${before.id}, which comes before it.`;
    refused.set(later.owner, { action, cause: "stale", problems: [problem] });
    last = first;
  }
}

function changeOf(
  path: string,
  edits: readonly OwnedEdit[],
  now: FileNow | undefined,
): readonly (TextChange | { readonly path: string; readonly fault: string })[] {
  if (edits.length === 0) return [];
  const before = now?.kind === "text" ? now : undefined;
  const plain = edits.map(({ start, end, text }) => ({ start, end, text, op: "" }));
  const after = editText(before?.text ?? "", plain);
  if (typeof after === "object") return [{ path, fault: after.fault }];
  const postHash = sha256(after);
  const preHash = before?.hash ?? null;
  if (preHash === postHash) return [];
  return [
    {
      path,
      preHash,
      postHash,
      before: before?.text ?? "",
      after,
      edits: plain.map(({ op: _op, ...edit }) => edit),
    },
  ];
}
