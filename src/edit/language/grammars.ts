import { registerDynamicLanguage } from "@ast-grep/napi";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { type FoundLibrary, findLibrary } from "./grammar-library.ts";
import {
  factsOfLanguage,
  type GrammarPackage,
  isBuiltIn,
  type Language,
  languages,
} from "./language.ts";

/** The state of a language: its files can be edited, or the reason why not. */
export type Readiness =
  | { readonly kind: "ready" }
  /** `note` is a short remark with a command for a log; `hint` says for each way to install Sluice what to do. */
  | { readonly kind: "not-installed"; readonly note: string; readonly hint: string }
  /** The package is installed, but not usable; `why` is one line. */
  | { readonly kind: "broken"; readonly why: string };

/** The grammars that can be used in one place. */
export interface Grammars {
  /** At the first language that is not built in, searches for all packages and loads those that it finds. */
  readinessOf(language: Language): Readiness;
  /** Returns the version of a grammar that is ready and not built in; "" for any other language. */
  versionOf(language: Language): string;
  /** All languages that are ready. Those built in come first, so that a caller that stops there loads nothing. */
  readonly readyLanguages: Iterable<Language>;
}

const READY: Readiness = { kind: "ready" };

/** The libraries that the engine has loaded: it accepts them once in the life of a process. */
let loaded: ReadonlyMap<Language, FoundGrammar> | undefined;

type FoundGrammar = Extract<FoundLibrary, { kind: "found" }>;

/**
 * Creates the grammars of `places`; the first place that has a package counts. The engine accepts libraries once in a
 * process, so the places that are asked first decide, and a package that is found only later is reported as broken.
 */
export function createGrammars(places: PackagePlaces): Grammars {
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

function loadGrammars(places: PackagePlaces): ReadonlyMap<Language, Readiness> {
  const found = languages.flatMap(({ id, grammar }) => {
    if (grammar.kind !== "package") return [];
    const library = findLibrary(grammar, places, (path) => loaded?.get(id)?.libraryPath === path);
    return [{ id, grammar, library }];
  });
  const { consent = "--allow-code" } = places;
  const libraries = new Map(
    found.flatMap(({ id, library }) => (library.kind === "found" ? [[id, library]] : [])),
  );
  if (loaded === undefined && libraries.size > 0) loaded = register(libraries);
  return new Map(
    found.map(({ id, grammar, library }) => [id, readinessIn(library, grammar, { id, consent })]),
  );
}

function readinessIn(
  library: FoundLibrary,
  { name }: GrammarPackage,
  { id, consent }: { readonly id: Language; readonly consent: string },
): Readiness {
  switch (library.kind) {
    case "not-installed":
      return {
        kind: "not-installed",
        ...installation(name, library.isRefused ? consent : undefined),
      };
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

function installation(
  name: string,
  consent: string | undefined,
): Pick<Extract<Readiness, { kind: "not-installed" }>, "note" | "hint"> {
  const [brief, words] =
    consent === undefined
      ? ["", ""]
      : [`, or ${consent}`, ` The root has the package; ${consent} would load it from there.`];
  return {
    note: `not installed beside Sluice: \`npm install --prefix DIR ${name}\` and --packages DIR${brief}`,
    hint:
      `Install it beside Sluice: \`npm install --save-dev ${name}\` where Sluice is a dependency, ` +
      `\`npm install --global ${name}\` where it is global, \`npx -p sluice -p ${name} sluice …\` with npx. ` +
      `Otherwise, as for the Action, \`npm install --prefix DIR ${name}\` and --packages DIR.${words}`,
  };
}
