import type { FileMode } from "../../model/patch/file-mode.ts";
import type { TextChange } from "../../model/workspace.ts";
import { editText } from "../../plan-file/make-text.ts";
import type { PlannedAction } from "../../plan-file/plan.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FileNow } from "../../tree/read-now.ts";
import type {
  ActionChange,
  LocatedActions,
  LocatedEdit,
  RefusedAction,
} from "./located-actions.ts";

/** An edit, and the action that it belongs to. */
interface OwnedEdit extends LocatedEdit {
  /** The index of the action. */
  readonly owner: number;
  /** The sha256 of the text that it was made for. */
  readonly preHash: string | null;
  /** True if it removes the whole text, because the action deletes the file. */
  readonly isDeletion: boolean;
}

/** A mode that an action gives a file. */
interface OwnedMode {
  readonly owner: number;
  readonly mode: FileMode;
}

/** The edits of all actions in one file, sorted; insertions at one place in the order of their actions. */
interface FileEdits {
  readonly path: string;
  readonly edits: readonly OwnedEdit[];
  /** In the order of their actions. */
  readonly modes: readonly OwnedMode[];
  readonly now: FileNow | undefined;
}

/**
 * Composes actions in their order: one change for each file, whatever their number. Of two actions that overlap, or
 * whose different places have become one, the later one is refused; so is each action of a file that cannot be made.
 */
export function composeHeld(
  found: readonly ActionChange[],
  files: ReadonlyMap<string, FileNow>,
): LocatedActions {
  const all = editsByPath(found, files);
  const refusals = new Refusals(found);
  for (;;) {
    refuseAllOverlaps(all, refusals);
    const composed = all.map((file) => composeFile(file, refusals));
    const faulty = composed.flatMap((each) => (each.kind === "faulty" ? [each] : []));
    if (faulty.length === 0) {
      const placed = found.filter((_each, at) => !refusals.has(at));
      const applied = placed.map(({ action }) => action);
      const changes = composed.flatMap((each) => (each.kind === "made" ? [each.change] : []));
      return { applied, placed, changes, refused: refusals.all() };
    }
    for (const { owners, problem } of faulty)
      for (const owner of owners) refusals.add(owner, "invalid", problem);
  }
}

/** The actions that are refused, by their indexes. */
class Refusals {
  readonly #found: readonly ActionChange[];
  readonly #refused = new Map<number, RefusedAction>();

  constructor(found: readonly ActionChange[]) {
    this.#found = found;
  }

  get count(): number {
    return this.#refused.size;
  }

  has(owner: number): boolean {
    return this.#refused.has(owner);
  }

  add(owner: number, cause: RefusedAction["cause"], problem: string): void {
    this.#refused.set(owner, { action: this.actionOf(owner), cause, problems: [problem] });
  }

  all(): readonly RefusedAction[] {
    return [...this.#refused.values()];
  }

  actionOf(owner: number): PlannedAction {
    const action = this.#found[owner]?.action;
    if (action === undefined) throw new Error("An edit has an owner.");
    return action;
  }
}

function editsByPath(
  found: readonly ActionChange[],
  files: ReadonlyMap<string, FileNow>,
): readonly FileEdits[] {
  const byPath = new Map<string, OwnedEdit[]>();
  const modes = new Map<string, OwnedMode[]>();
  for (const [owner, action] of found.entries())
    for (const { path, preHash, isDeletion, edits, mode } of action.files) {
      const known = byPath.get(path) ?? [];
      byPath.set(path, known);
      if (mode !== undefined) addTo(modes, path, { owner, mode });
      for (const { start, end, text, from } of edits)
        known.push({ start, end, text, from, owner, preHash, isDeletion });
    }
  for (const edits of byPath.values())
    edits.sort((a, b) => a.start - b.start || a.end - b.end || a.owner - b.owner);
  return [...byPath].map(([path, edits]) => {
    return { path, edits, modes: modes.get(path) ?? [], now: files.get(path) };
  });
}

/** Refuses until nothing overlaps: an action that overlaps only a refused one may be applied after all. */
function refuseAllOverlaps(all: readonly FileEdits[], refusals: Refusals): void {
  for (let known = -1; known !== refusals.count; ) {
    known = refusals.count;
    for (const file of all) refuseOverlaps(file, refusals);
  }
}

/** Refuses the later one of the first two actions that overlap, and goes on after them. */
function refuseOverlaps({ path, edits, now }: FileEdits, refusals: Refusals): void {
  const isNew = now?.kind !== "text";
  let last: OwnedEdit | undefined;
  for (const edit of edits) {
    if (refusals.has(edit.owner)) continue;
    if (last === undefined || areApart(last, edit, isNew)) {
      last = edit;
      continue;
    }
    const [first, later] = edit.owner < last.owner ? [edit, last] : [last, edit];
    refusals.add(later.owner, "stale", `${path}${describeOverlap(first, later, refusals)}`);
    last = first.owner === later.owner ? undefined : first;
  }
}

/** True if two edits, the second one after the first, do not touch the same text, and have not become one place. */
function areApart(last: OwnedEdit, edit: OwnedEdit, isNew: boolean): boolean {
  if (isNew) return edit.owner === last.owner; // Only one action can make a file.
  if (last.isDeletion || edit.isDeletion) return false; // It is about all of the text.
  if (edit.start < last.end) return false;
  const isOnePlace = edit.start === last.start && edit.end === last.end;
  const wasOnePlace = edit.from.start === last.from.start && edit.from.end === last.from.end;
  return !isOnePlace || wasOnePlace || edit.preHash !== last.preHash;
}

function describeOverlap(first: OwnedEdit, later: OwnedEdit, refusals: Refusals): string {
  if (first.owner === later.owner)
    return ": two of its places have become one. Run the recipe again, or discard the action.";
  const { id } = refusals.actionOf(first.owner);
  return `: its place is changed by the action ${id}, which comes before it.`;
}

/** The change of one file, or the reason why it is missing. */
type ComposedFile =
  | { readonly kind: "made"; readonly change: TextChange }
  | { readonly kind: "unchanged" }
  | { readonly kind: "faulty"; readonly owners: ReadonlySet<number>; readonly problem: string };

function composeFile({ path, edits, modes, now }: FileEdits, refusals: Refusals): ComposedFile {
  const kept = edits.filter(({ owner }) => !refusals.has(owner));
  const given = modes.findLast(({ owner }) => !refusals.has(owner))?.mode;
  if (kept.length === 0 && given === undefined) return { kind: "unchanged" };
  const before = now?.kind === "text" ? now : { text: "", hash: null };
  const plain = kept.map(({ start, end, text }) => ({ start, end, text }));
  const after = editText(
    before.text,
    plain.map(({ start, end, text }) => ({ start, end, text, op: "" })),
  );
  if (typeof after === "object") {
    const owners = new Set(kept.map(({ owner }) => owner));
    return { kind: "faulty", owners, problem: `${path}: ${after.fault}` };
  }
  const isDeletion = kept.some((edit) => edit.isDeletion);
  const [preHash, postHash] = [before.hash, isDeletion ? null : sha256(after)];
  const mode = isDeletion ? undefined : given;
  if (preHash === postHash && mode === undefined) return { kind: "unchanged" };
  const change = { path, preHash, postHash, before: before.text, after, edits: plain };
  return { kind: "made", change: { ...change, ...definedOnly({ mode }) } };
}
