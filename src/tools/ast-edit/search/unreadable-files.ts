import type { Grammars } from "../../../edit/language/grammars.ts";
import { isBuiltIn, type Language } from "../../../edit/language/language.ts";
import { countOf } from "../../../shared/count-of.ts";
import { pathsMatching } from "../../../shared/paths/paths-matching.ts";
import type { LanguageChoice } from "./language-choice.ts";

/** A path of a step, with files that no installed grammar reads. */
export interface UnreadableFiles {
  /** The index of the path. */
  readonly index: number;
  readonly message: string;
  readonly hint: string;
}

type Reading = Pick<LanguageChoice, "named" | "languageFor"> & {
  readonly grammars: Grammars;
};

/**
 * Finds a path of a step whose files have a grammar that is not installed: files of a language that the step names, or
 * all files of the path. Not for the path of everything: in most trees there are files of some other language.
 */
export function findUnreadable(
  paths: readonly string[],
  files: readonly string[],
  reading: Reading,
): UnreadableFiles | undefined {
  // Most trees have some file of another language; grammars are loaded for those that a path names.
  const mayBeMissing = files.filter((file) => needsGrammar(file, reading));
  if (mayBeMissing.length === 0) return undefined;
  for (const [index, path] of paths.entries()) {
    if (pathsMatching([path], mayBeMissing).length === 0) continue;
    const found = unreadableOf(path, files, reading);
    if (found) return { index, ...found };
  }
  return undefined;
}

/** True for a file whose grammar Sluice does not bring along. */
export function needsGrammar(
  file: string,
  { languageFor }: Pick<LanguageChoice, "languageFor">,
): boolean {
  const language = languageFor(file, true);
  return language !== undefined && !isBuiltIn(language);
}

function unreadableOf(
  path: string,
  files: readonly string[],
  { named, languageFor, grammars }: Reading,
): Omit<UnreadableFiles, "index"> | undefined {
  const missing = new Map<Language, { readonly hint: string; count: number }>();
  let isAnyRead = false;
  for (const file of pathsMatching([path], files)) {
    const language = languageFor(file, file === path);
    if (language === undefined) continue;
    const readiness = grammars.readinessOf(language);
    if (readiness.kind === "ready") isAnyRead = true;
    if (readiness.kind !== "not-installed") continue;
    const known = missing.get(language) ?? { hint: readiness.hint, count: 0 };
    missing.set(language, known);
    known.count += 1;
  }
  const isEverything = path === "**" || path === "" || path === ".";
  for (const [language, { hint, count }] of missing) {
    if (!named.has(language) && (isAnyRead || isEverything)) continue;
    const what = `\`${path}\` matches ${countOf(count, "file")} of ${language}`;
    return { message: `${what}, and its grammar is not installed.`, hint };
  }
  return undefined;
}
