import type { LanguageOf } from "../../edit/file-languages.ts";
import type { Language } from "../../edit/language.ts";

/**
 * The languages that paths and globs name by the extensions they end in: `src/**\/*.{yml,json}` names two.
 * A folder or a glob without an extension names none.
 */
export function languagesOfPaths(
  paths: readonly string[],
  languageOf: LanguageOf,
): readonly Language[] {
  const names = paths.flatMap((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const [, list] = /^[^{}]*\.\{([^{}]*)\}$/.exec(name) ?? [];
    return list === undefined ? [name] : list.split(",").map((extension) => `x.${extension}`);
  });
  return [...new Set(names.flatMap((name) => languageOf(name.replaceAll("*", "x")) ?? []))];
}
