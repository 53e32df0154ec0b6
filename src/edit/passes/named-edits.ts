import type { NamedEdit } from "../../names/findings/pair-occurrences.ts";
import type { PiecedEdits } from "./pieced-edit.ts";

/** Returns the edits of a text with the pieces that they were made of, as far as these are known. */
export function namedEditsOf(
  before: string,
  { accepted, pieced }: PiecedEdits,
): readonly NamedEdit[] {
  const sorted = [...pieced].sort((a, b) => a.start - b.start);
  let next = 0;
  return accepted.map(({ start, end, text }) => {
    const pieces: NamedEdit["pieces"][number][] = [];
    for (; (sorted[next]?.start ?? Infinity) < start; next += 1);
    for (; (sorted[next]?.end ?? Infinity) <= end; next += 1) {
      // An import joined it, or its lines were indented anew: any of its words may stand around its pieces.
      if (pieces.length === 0) pieces.push(text);
      pieces.push(...(sorted[next]?.pieces ?? []), text);
    }
    if (pieces.length === 0) pieces.push(text);
    const own = pieces.slice(1, -1);
    const isExact = own.length > 0 && own.map((piece) => textOf(piece, before)).join("") === text;
    return { start, end, length: text.length, pieces: isExact ? own : pieces };
  });
}

function textOf(piece: NamedEdit["pieces"][number], before: string): string {
  return typeof piece === "string" ? piece : before.slice(piece.start, piece.end);
}
