import type { ImportChanges, Replacement } from "../../model/edit.ts";
import { IMPORTING } from "../compile/compile-imports.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { NameSearch } from "../naming/names-of-matches.ts";
import type { Part } from "./parts.ts";

/** The search for the names of an op in a part. */
export interface NamedSearch {
  readonly op: CompiledOp;
  readonly part: Part;
  readonly names: NameSearch;
}

/** Changes of the imports of a text, by the op that wants them. */
export interface OpImports {
  readonly id: string;
  readonly imports: ImportChanges;
}

/** Returns the imports that the edits of ops with `names` need, and those that they may leave; only of the whole text. */
export function importsOfNames(
  named: readonly NamedSearch[],
  edits: readonly Replacement[],
  whole: Part | undefined,
  after: () => string,
): readonly OpImports[] {
  return named.flatMap(({ op: { id }, part, names }) => {
    const texts = edits.flatMap(({ opId, text }) => (opId === id ? [text] : []));
    return part === whole && IMPORTING.includes(part.language) && texts.length > 0
      ? [{ id, imports: names.importsFor(texts, after()) }]
      : [];
  });
}
