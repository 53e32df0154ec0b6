import type { Declaration, Extent } from "../file-names.ts";
import { align, type Expected } from "./align.ts";
import { type Occurrence, occurrencesWithin } from "./occurrences.ts";

/** An edit, and the pieces of its text: code of its template, or the place of code in the text before. */
export interface NamedEdit extends Extent {
  /** The length of its text, UTF-16 code units. */
  readonly length: number;
  readonly pieces: readonly (string | Extent)[];
}

/** An occurrence after the edits, with what it was before. */
export interface Paired {
  readonly now: Occurrence;
  /** Undefined for a name that a template wrote. */
  readonly was: Occurrence | undefined;
  /** The edit that wrote it. Undefined outside of all edits. */
  readonly edit: NamedEdit | undefined;
  /** The place of the text of that edit, after all edits. */
  readonly written?: Extent;
}

/**
 * Pairs each occurrence of a name after the edits with the one that it was before. `edits` are sorted by place, without
 * overlaps. Undefined if the occurrences do not go together.
 */
export function pairOccurrences(
  before: readonly Occurrence[],
  after: readonly Occurrence[],
  edits: readonly NamedEdit[],
): readonly Paired[] | undefined {
  const pairs: Paired[] = [];
  let [from, to] = [0, 0];
  const pairOutside = (end: number): boolean => {
    const old = occurrencesWithin(before, { start: from, end });
    const now = occurrencesWithin(after, { start: to, end: to + end - from });
    for (const [index, each] of now.entries())
      pairs.push({ now: each, was: old[index], edit: undefined });
    return old.length === now.length && now.every(({ name }, index) => old[index]?.name === name);
  };
  for (const edit of edits) {
    if (!pairOutside(edit.start)) return undefined;
    const start = to + edit.start - from;
    const now = occurrencesWithin(after, { start, end: start + edit.length });
    const found = align(now, expectedIn(edit, before));
    if (found === undefined) return undefined;
    const written = { start, end: start + edit.length };
    for (const [index, each] of now.entries())
      pairs.push({ now: each, was: found[index], edit, written });
    [from, to] = [edit.end, start + edit.length];
  }
  return pairOutside(Infinity) ? pairs : undefined;
}

function expectedIn({ pieces }: NamedEdit, before: readonly Occurrence[]): readonly Expected[] {
  return pieces.flatMap((piece): readonly Expected[] =>
    typeof piece === "string"
      ? wordsOf(piece).map((name) => ({ name, before: undefined }))
      : occurrencesWithin(before, piece).map((each) => ({ name: each.name, before: each })),
  );
}

/** The words of code that may be names; private ones with their sign. */
function wordsOf(code: string): readonly string[] {
  return code.match(/#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu) ?? [];
}

/** True if what an edit replaces, but for the code that it keeps, says the name of a declaration. */
export function isMentioned(
  sorted: readonly Occurrence[],
  edit: NamedEdit,
  declaration: Declaration,
): boolean {
  const isKept = ({ start, end }: Extent) =>
    edit.pieces.some(
      (piece) => typeof piece !== "string" && piece.start <= start && end <= piece.end,
    );
  return occurrencesWithin(sorted, edit).some(
    (old) => old.declaration === declaration && !isKept(old),
  );
}
