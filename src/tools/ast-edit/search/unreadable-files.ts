import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Language } from "../../../edit/language/language.ts";
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
  const isMissing = (file: string) => {
    const language = reading.languageFor(file, true);
    return (
      language !== undefined && reading.grammars.readinessOf(language).kind === "not-installed"
    );
  };
  if (!files.some(isMissing)) return undefined;
  for (const [index, path] of paths.entries()) {
    const found = unreadableOf(path, files, reading);
    if (found) return { index, ...found };
  }
  return undefined;
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
