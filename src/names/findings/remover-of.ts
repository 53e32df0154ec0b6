import type { Declaration } from "../file-names.ts";
import { type Occurrence, occurrencesWithin } from "./occurrences.ts";
import type { NamedEdit } from "./pair-occurrences.ts";

/** Returns the edit that took a declaration, or the last of its uses; or else the first edit. `sorted` is by place. */
export function removerOf(
  declaration: Declaration | undefined,
  edits: readonly NamedEdit[],
  sorted: readonly Occurrence[],
): NamedEdit | undefined {
  const isIn = (edit: NamedEdit) =>
    occurrencesWithin(sorted, edit).filter((old) => old.declaration === declaration);
  return (
    edits.find((edit) => isIn(edit).some(({ isDeclaring }) => isDeclaring)) ??
    edits.findLast((edit) => isIn(edit).length > 0) ??
    edits[0]
  );
}
