import type { Declaration, Extent } from "../../../names/file-names.ts";
import { comparePaths } from "../../../shared/paths/posix-path.ts";
import { readable } from "./find-definition.ts";
import type { SymbolScope } from "./symbol-scope.ts";
import type { SymbolText } from "./symbol-text.ts";

/** The places in one file that refer to a name, sorted. */
export interface FoundReferences {
  readonly file: SymbolText;
  readonly places: readonly ReferencePlace[];
}

/** The place of a reference. */
interface ReferencePlace extends Extent {
  /** The whole part of the import counts, which may have another name for it. */
  readonly isImport: boolean;
}

/** The means to find the files that import another. */
export type Searching = Pick<SymbolScope, "textOf" | "moduleOf" | "importersOf">;

/**
 * Returns the references to the name at a place: first those of its file, then those of the files that import it,
 * sorted by path. Without the name that declares it, but in Python, as in jssg.
 */
export function findReferences(
  file: SymbolText,
  at: Extent,
  scope: Searching,
): readonly FoundReferences[] {
  const declaration = file.declarationAt(at);
  if (declaration === undefined) return [];
  const found = new ReferenceSearch(scope);
  found.addReferences(file, declaration);
  if (file.language === "python")
    for (const place of declaration.places) found.add(file, { ...placeOf(place), isImport: false });
  if (declaration.kind !== "import" && declaration.scope.isTop)
    for (const { name, place, from } of file.exports)
      if (name !== undefined && !from && file.declarationAt(place) === declaration)
        found.addImporters(file.path, name);
  return found.ended(file);
}

class ReferenceSearch {
  readonly #scope: Searching;
  readonly #found = new Map<SymbolText, Map<number, ReferencePlace>>();
  readonly #seen = new Set<string>();

  constructor(scope: Searching) {
    this.#scope = scope;
  }

  add(file: SymbolText, place: ReferencePlace): void {
    const places = this.#found.get(file) ?? new Map<number, ReferencePlace>();
    if (!places.has(place.start)) places.set(place.start, place);
    this.#found.set(file, places);
  }

  addReferences(file: SymbolText, declaration: Declaration): void {
    for (const reference of file.names.references)
      if (reference.declaration === declaration)
        this.add(file, { ...placeOf(reference), isImport: false });
  }

  /** Adds what refers to an export in the files that import it, and in those that import it from them. */
  addImporters(path: string, name: string): void {
    const waiting: (readonly [path: string, name: string])[] = [[path, name]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [from, exported] = next;
      const key = `${from}\0${exported}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      for (const importer of this.#scope.importersOf(from)) {
        const file = readable(this.#scope.textOf(importer));
        if (file === undefined) continue;
        this.#addImports(file, from, exported);
        for (const again of this.#exportedAgain(file, from, exported))
          waiting.push([importer, again]);
      }
    }
  }

  #addImports(file: SymbolText, from: string, name: string): void {
    for (const declaration of file.names.declarations) {
      const { kind, origin, places } = declaration;
      if (kind !== "import" || origin === undefined) continue;
      if (this.#scope.moduleOf(file.path, origin.module) !== from) continue;
      const [member, ...more] = origin.path;
      if (member === undefined) this.#addMembers(file, declaration, name);
      if (member !== name || more.length > 0) continue;
      for (const place of places) this.add(file, { ...placeOf(place), isImport: true });
      this.addReferences(file, declaration);
    }
  }

  /** Adds `name` in `whole.name`, of an import of the whole module. */
  #addMembers(file: SymbolText, whole: Declaration, name: string): void {
    for (const { declaration, end } of file.names.references) {
      if (declaration !== whole) continue;
      const [, dot, member] =
        /^(\s*\??\.\s*)([\p{ID_Continue}$]+)/u.exec(file.text.slice(end, end + 500)) ?? [];
      if (dot === undefined || member !== name) continue;
      const start = end + dot.length;
      this.add(file, { start, end: start + name.length, isImport: false });
    }
  }

  /** Returns the names under which a file exports what another one exports; adds the name in an export itself. */
  #exportedAgain(file: SymbolText, path: string, name: string): readonly string[] {
    return file.exports.flatMap((one) => {
      if (!one.from || this.#scope.moduleOf(file.path, one.from.module) !== path) return [];
      if (one.name === undefined) return name === "default" ? [] : [name];
      if (one.from.name !== name) return [];
      if (one.from.place) this.add(file, { ...placeOf(one.from.place), isImport: false });
      return [one.name];
    });
  }

  /** Returns what was found; the file in which it was asked is the first. */
  ended(own: SymbolText): readonly FoundReferences[] {
    const order = (file: SymbolText) => (file === own ? "" : file.path);
    return [...this.#found]
      .sort(([a], [b]) => comparePaths(order(a), order(b)))
      .map(([file, places]) => ({
        file,
        places: [...places.values()].sort((a, b) => a.start - b.start),
      }));
  }
}

function placeOf({ start, end }: Extent): Extent {
  return { start, end };
}
