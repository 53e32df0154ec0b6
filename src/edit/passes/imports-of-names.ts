import type { ImportChanges, Replacement } from "../../model/edit.ts";
import { IMPORTING } from "../compile/compile-imports.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import type { ImportsOfOp, NameSearch, SettledNames } from "../naming/names-of-matches.ts";
import type { Span } from "../text/span.ts";
import type { Part } from "./parts.ts";

/** The search for the names of an op in a part. */
export interface NamedSearch {
  readonly op: CompiledOp;
  readonly part: Part;
  readonly names: NameSearch;
  /** The places, in the tree, that may be matches or not. */
  readonly unresolved: readonly Span[];
}

/** Changes of the imports of a text, by the op that wants them. */
export interface OpImports {
  readonly id: string;
  readonly imports: ImportChanges;
}

/** Imports that follow from names, and the names that fresh ones have in the end. */
export interface FoundImports {
  readonly changes: readonly OpImports[];
  readonly locals: ReadonlyMap<string, string>;
}

/** The text that edits leave, and the function that settles its names. */
interface LeftByEdits {
  readonly after: () => string;
  readonly settle: (
    found: readonly ImportsOfOp[],
    after: { readonly text: string; readonly language: Language },
  ) => SettledNames | undefined;
}

/**
 * Returns the imports that the edits of ops with `names` need, and those that they may leave; only of the whole text.
 */
export function importsOfNames(
  named: readonly NamedSearch[],
  edits: readonly Replacement[],
  whole: Part | undefined,
  { after, settle }: LeftByEdits,
): FoundImports {
  const found = named.flatMap(({ op: { id }, part, names }) => {
    const texts = edits.flatMap(({ opId, text }) => (opId === id ? [text] : []));
    return part === whole && IMPORTING.includes(part.language) && texts.length > 0
      ? [{ id, imports: names.importsFor(texts, after()) }]
      : [];
  });
  const changes = found.flatMap(({ id, imports: { changes: imports } }) =>
    imports.add.length + imports.remove.length > 0 ? [{ id, imports }] : [],
  );
  const [first] = changes;
  const brought = found.flatMap(({ imports }) => imports.brought);
  const isOpen = brought.some(
    ({ local, alias, wishes, insteadOf }) =>
      alias !== undefined || wishes[0] !== local || insteadOf.length > 0,
  );
  const settled =
    first && whole && isOpen
      ? settle(
          found.map(({ imports }) => imports),
          { text: after(), language: whole.language },
        )
      : undefined;
  if (first === undefined || settled === undefined) return { changes, locals: new Map() };
  const { add, remove, locals } = settled;
  return { changes: [{ id: first.id, imports: { ...first.imports, add, remove } }], locals };
}
