import type { LanguageOf } from "../../../edit/language/file-languages.ts";
import type { Language } from "../../../edit/language/language.ts";
import { isGlob } from "../../../shared/paths/glob.ts";

/** The languages of the files under some paths. */
export interface NamedLanguages {
  readonly languages: readonly Language[];
  /** True if no file under the paths can have another language. */
  readonly areAll: boolean;
}

/**
 * Returns the languages that paths and globs name by their extensions: `src/**\/*.{yml,json}` names two. A folder, or a
 * glob without an extension, names none, and may stand for files of any.
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

/** Returns one file name for each extension that the last part of a path allows. */
function namesOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, list] = /^[^{}]*\.\{([^{}]*)\}$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(",").map((extension) => `x.${extension}`);
}
