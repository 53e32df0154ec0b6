import { globMatcher } from "../../shared/paths/glob.ts";
import { type Language, languageOfPath } from "./language.ts";

/** Gives the language to files whose names match one of the globs (`languageGlobs`). */
export interface LanguageRule {
  readonly language: Language;
  /** Match the name of the file without its folder, as in ast-grep. */
  readonly globs: readonly string[];
}

/** Returns the language of a file by its path; undefined if it is not known. */
export type LanguageOf = (path: string) => Language | undefined;

/**
 * Decides by the last rule that the name of a file matches, otherwise by its extension. In ast-grep, too, a rule
 * beats the extension; between two rules it decides by chance.
 */
export function createLanguageOf(rules: readonly LanguageRule[]): LanguageOf {
  const matchers = rules.map(({ language, globs }) => ({ language, isMatch: globMatcher(globs) }));
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return matchers.findLast(({ isMatch }) => isMatch(name))?.language ?? languageOfPath(path);
  };
}
