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
      // An import joined it: any of its words may stand around its pieces.
      if (pieces.length === 0) pieces.push(text);
      pieces.push(...(sorted[next]?.pieces ?? []), text);
    }
    if (pieces.length === 0) pieces.push(text);
    const own = pieces.slice(1, -1);
    const written = own.map((piece) => textOf(piece, before)).join("");
    const isWhole = own.length > 0 && inOneLine(written) === inOneLine(text);
    return { start, end, length: text.length, pieces: isWhole ? own : pieces };
  });
}

/** The lines of an edit are indented as those around it. */
function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function textOf(piece: NamedEdit["pieces"][number], before: string): string {
  return typeof piece === "string" ? piece : before.slice(piece.start, piece.end);
}
