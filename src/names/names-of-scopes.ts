import { addTo } from "../shared/lists/add-to.ts";
import type { FileNames, Origin, Resolved } from "./file-names.ts";
import {
  dottedParts,
  type ScopedDeclaration,
  ScopedNames,
  type ScopedUse,
} from "./scoped-names.ts";

/** What a tree tells of names. */
interface FoundNames {
  readonly text: string;
  readonly declarations: readonly ScopedDeclaration[];
  /** Sorted by place. */
  readonly uses: readonly ScopedUse[];
  /** Returns what a name comes from, and its members, that nothing in the text declares. */
  readonly undeclared: (name: string, members: readonly string[]) => Resolved;
}

/** Returns the names of a text of a language whose scopes are nodes of its tree. */
export function namesOfScopes({ text, declarations, uses, undeclared }: FoundNames): FileNames {
  const scopes = new ScopedNames(declarations);
  const usesAt = new Map(uses.map((use) => [use.start, use]));
  const imported = new Map<string, Origin[]>();
  for (const { name, origin } of declarations) if (origin) addTo(imported, name, origin);
  return {
    declarations: [...declarations].sort((a, b) => startOf(a) - startOf(b)),
    references: uses.map((use) => scopes.referenceOf(use)),
    meaningAt: (name, at) => scopes.find(name, at),
    isExposed: () => false,
    implicitNames: () => [],
    resolve: ({ start, end }): Resolved => {
      const [head, ...members] = dottedParts(text.slice(start, end)) ?? [];
      const use = usesAt.get(start);
      if (head === undefined || use === undefined) return { kind: "none" };
      const declaration = scopes.find(head, start, use.spaces);
      if (declaration === undefined) return undeclared(head, members);
      const { origin } = declaration;
      if (origin === undefined) return { kind: "declared", declaration, path: members };
      const membersOf = (each: Origin) => ({ ...each, path: [...each.path, ...members] });
      // Methods of one name from two classes are overloads of each other.
      const among = imported.get(head) ?? [];
      return among.length > 1
        ? { kind: "unknown", among: among.map(membersOf) }
        : { kind: "module", origin: membersOf(origin) };
    },
  };
}

function startOf({ places }: ScopedDeclaration): number {
  return places[0]?.start ?? 0;
}
