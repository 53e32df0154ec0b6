import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Language } from "../../edit/language/language.ts";
import { isGlob } from "../../shared/paths/glob.ts";

/** Languages that files under some paths have. */
export interface NamedLanguages {
  readonly languages: readonly Language[];
  /** Files of no other language can be there. */
  readonly areAll: boolean;
}

/**
 * The languages that paths and globs name by the extensions they end in: `src/**\/*.{yml,json}` names two.
 * A folder, or a glob without an extension, names none, and may stand for files of any.
 */
export function languagesOfPaths(paths: readonly string[], languageOf: LanguageOf): NamedLanguages {
  const named = paths.flatMap((path) =>
    namesOf(path).map((name) => ({ path, language: languageOf(name.replaceAll("*", "x")) })),
  );
  return {
    languages: [...new Set(named.flatMap(({ language }) => language ?? []))],
    areAll: named.every(({ path, language }) => isGlob(path) && language !== undefined),
  };
}

/** The file names that the last part of a path allows, as far as its extension goes. */
function namesOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, list] = /^[^{}]*\.\{([^{}]*)\}$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(",").map((extension) => `x.${extension}`);
}
