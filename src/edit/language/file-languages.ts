import { globMatcher } from "../../shared/paths/glob.ts";
import { type Language, languageOfPath } from "./language.ts";

/** Files whose names match one of the globs are of the language (`languageGlobs`). */
export interface LanguageRule {
  readonly language: Language;
  /** For the file's name, without its folder, as in ast-grep. */
  readonly globs: readonly string[];
}

/** Answers the language of a file by its path; undefined where it has none that is known. */
export type LanguageOf = (path: string) => Language | undefined;

/**
 * The language of a file: the last rule that its name matches, then its extension. In ast-grep, too, a
 * rule beats the extension; which of two rules counts is left to chance there.
 */
export function createLanguageOf(rules: readonly LanguageRule[]): LanguageOf {
  const matchers = rules.map(({ language, globs }) => ({ language, isMatch: globMatcher(globs) }));
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return matchers.findLast(({ isMatch }) => isMatch(name))?.language ?? languageOfPath(path);
  };
}
