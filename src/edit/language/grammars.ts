import { registerDynamicLanguage } from "@ast-grep/napi";
import { type FoundLibrary, findLibrary } from "./grammar-library.ts";
import {
  factsOfLanguage,
  type GrammarPackage,
  isBuiltIn,
  type Language,
  languages,
} from "./language.ts";

/** Whether files of a language can be edited here. */
export type Readiness =
  | { readonly kind: "ready" }
  /** `install` is the command that adds the package. */
  | { readonly kind: "not-installed"; readonly install: string }
  /** The package is there and of no use; `why` is one line. */
  | { readonly kind: "broken"; readonly why: string };

/** The grammars that can be used in one place. */
export interface Grammars {
  /** Looks for packages, and loads all that it finds, at the first language that is not built in. */
  readinessOf(language: Language): Readiness;
  /** The version of the grammar of a language that is ready and not built in; "" of any other. */
  versionOf(language: Language): string;
  /** All languages that are ready: those built in first; only who goes on has the others loaded. */
  readonly readyLanguages: Iterable<Language>;
}

const READY: Readiness = { kind: "ready" };

/** The libraries that the engine has loaded: it takes them once in the life of the process. */
let loaded: ReadonlyMap<Language, FoundGrammar> | undefined;

type FoundGrammar = Extract<FoundLibrary, { kind: "found" }>;

/**
 * The grammars that are installed in the first of `places` that has them: folders from which packages
 * are resolved as Node does it. The engine takes libraries once in a process, so the places that are
 * asked first decide; a package that is found later only is reported as broken.
 */
export function createGrammars(places: readonly string[]): Grammars {
  let found: ReadonlyMap<Language, Readiness> | undefined;
  const readinessOf = (language: Language): Readiness => {
    if (isBuiltIn(language)) return READY;
    found ??= loadGrammars(places);
    return found.get(language) ?? READY;
  };
  return {
    readinessOf,
    versionOf: (language) =>
      readinessOf(language).kind === "ready" ? (loaded?.get(language)?.version ?? "") : "",
    readyLanguages: {
      *[Symbol.iterator]() {
        for (const { id } of languages) if (readinessOf(id).kind === "ready") yield id;
      },
    },
  };
}

function loadGrammars(places: readonly string[]): ReadonlyMap<Language, Readiness> {
  const found = languages.flatMap(({ id, grammar }) => {
    if (grammar.kind !== "package") return [];
    const library = findLibrary(grammar, places, (path) => loaded?.get(id)?.libraryPath === path);
    return [{ id, grammar, library }];
  });
  const libraries = new Map(
    found.flatMap(({ id, library }) => (library.kind === "found" ? [[id, library]] : [])),
  );
  if (loaded === undefined && libraries.size > 0) loaded = register(libraries);
  return new Map(found.map(({ id, grammar, library }) => [id, readinessIn(library, grammar, id)]));
}

function readinessIn(library: FoundLibrary, { name }: GrammarPackage, id: Language): Readiness {
  switch (library.kind) {
    case "not-installed":
      return { kind: "not-installed", install: `npm install --save-dev ${name}` };
    case "broken":
      return library;
    case "found":
      return loaded?.has(id) ? READY : { kind: "broken", why: tooLate(name) };
  }
}

function register(
  libraries: ReadonlyMap<Language, FoundGrammar>,
): ReadonlyMap<Language, FoundGrammar> {
  const registrations = [...libraries].map(([id, { libraryPath }]) => {
    const { extensions, metaVariableCharacter: expandoChar, grammar } = factsOfLanguage(id);
    const symbol = grammar.kind === "package" ? { languageSymbol: grammar.symbol } : {};
    return [id, { libraryPath, extensions: [...extensions], ...symbol, expandoChar }];
  });
  registerDynamicLanguage(Object.fromEntries(registrations));
  return libraries;
}

function tooLate(name: string): string {
  return `${name} was found after the grammars of this process were loaded, which happens once`;
}
