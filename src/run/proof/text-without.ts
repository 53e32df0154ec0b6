import { composeEdits } from "../../edit/text/compose-edits.ts";
import { createRebase } from "../../edit/text/rebase-edits.ts";
import { splice } from "../../edit/text/splice.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Replacement, TextEdit } from "../../model/edit.ts";
import { sha256 } from "../../shared/sha256.ts";
import { movedChange } from "../../tools/ast-edit/facts/file-change.ts";
import type { FileWritten, WrittenPart } from "./written-files.ts";

/** A file as it would be without some of the actions that wrote it. */
export type TextWithout =
  | {
      readonly kind: "text";
      /** The edits that lead from the text with all actions to this one. */
      readonly edits: readonly TextEdit[];
      /** Undefined if the file would not exist. */
      readonly text: string | undefined;
      /** The changes of the actions that are left, as they would have been written. */
      readonly changes: ReadonlyMap<FileChange, FileChange>;
    }
  /** An action rests on the text of one that is left out. */
  | { readonly kind: "rests"; readonly id: string };

/**
 * Computes a file without the actions that do not `stand`; `texts` has the text before the first write, and after each.
 */
export function textWithout(
  writes: readonly FileWritten[],
  texts: readonly string[],
  stands: (id: string) => boolean,
): TextWithout {
  const left = new LeftEdits();
  const changes = new Map<FileChange, FileChange>();
  let exists = writes[0]?.preHash !== null;
  for (const [index, write] of writes.entries()) {
    const [before, after] = [texts[index] ?? "", texts[index + 1] ?? ""];
    const kept = write.parts.filter(({ id }) => stands(id));
    const [first] = kept;
    if (first !== undefined && exists !== (write.preHash !== null))
      return { kind: "rests", id: first.id };
    if (first !== undefined) exists = write.postHash !== null;
    const step = left.add({ before, after, parts: write.parts, kept });
    if ("rests" in step) return { kind: "rests", id: step.rests };
    for (const [change, moved] of step.changes) changes.set(change, moved);
  }
  const last = texts.at(-1) ?? "";
  return { kind: "text", edits: left.edits, text: exists ? left.of(last) : undefined, changes };
}

/** One write, and the parts of it that stand. */
interface Step {
  readonly before: string;
  readonly after: string;
  readonly parts: readonly WrittenPart[];
  readonly kept: readonly WrittenPart[];
}

/** The edits that lead from the text with all actions to the one without some, write by write. */
class LeftEdits {
  edits: readonly Replacement[] = [];

  /** Adds a write. Returns the changes that stand as they would have been written, or the action that cannot. */
  add({
    before,
    after,
    parts,
    kept,
  }: Step):
    | { readonly rests: string }
    | { readonly changes: readonly (readonly [FileChange, FileChange])[] } {
    if (this.edits.length === 0 && kept.length === parts.length) return { changes: [] };
    const rebase = createRebase([this.edits]);
    const without = this.of(before);
    const placed: { readonly part: WrittenPart; readonly edits: readonly Replacement[] }[] = [];
    for (const part of kept) {
      const edits = part.change.edits.map(rebase);
      const isDeletion = part.change.postHash === null; // Of exactly the text that was previewed.
      if (isDeletion || edits.some((edit) => edit === undefined)) return { rests: part.id };
      placed.push({ part, edits: edits as readonly Replacement[] });
    }
    const all = sortedEdits(parts.flatMap(({ change }) => change.edits));
    const moved = sortedEdits(placed.flatMap(({ edits }) => edits));
    const back = composeEdits(after, inverse(before, all), this.edits);
    this.edits = composeEdits(after, back, moved);
    const now = { text: without, hash: sha256(without) };
    const postHash = sha256(splice(without, moved));
    return {
      changes: placed.map(({ part: { change }, edits }) => {
        const written = movedChange(change, now, edits).change;
        const preHash = change.preHash === null ? null : now.hash;
        return [change, { ...written, preHash, postHash }] as const;
      }),
    };
  }

  /** Returns the text without the actions. */
  of(text: string): string {
    return splice(text, this.edits);
  }
}

/** Returns edits that do not overlap in the order of their places. */
export function sortedEdits(edits: readonly Replacement[]): readonly Replacement[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns the edits that take edits of a text back, in offsets of their result. */
export function inverse(before: string, edits: readonly TextEdit[]): readonly Replacement[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const at = start + shift;
    shift += text.length - (end - start);
    return { start: at, end: at + text.length, text: before.slice(start, end), opId: "" };
  });
}
