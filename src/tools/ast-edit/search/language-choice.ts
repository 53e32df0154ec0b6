import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { LanguageOf } from "../../../edit/language/file-languages.ts";
import {
  type Language,
  resolveLanguage,
  supportedLanguages,
} from "../../../edit/language/language.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { ToolError } from "../../../model/tool-error.ts";
import { globMatcher, isGlob } from "../../../shared/paths/glob.ts";
import type { CallEnvironment } from "./call-environment.ts";
import { languagesOfPaths } from "./languages-of-paths.ts";

/** The languages that a call is for. */
export interface LanguageChoice {
  /** The language that `lang` forces. */
  readonly forced: Language | undefined;
  /** The languages that the call names: by `lang`, `languages`, or the extensions in `paths`. */
  readonly named: ReadonlySet<Language>;
  /** False if the call leaves the language out, although a file has it, or code in a file. */
  readonly isChosen: (language: Language) => boolean;
  /** Returns the language in which a file is read; undefined if the call leaves it out. */
  readonly languageFor: (path: string, isNamed: boolean) => Language | undefined;
}

/** The choice of a call that only reads: a single token is worth a search in any language. */
export const EVERY_LANGUAGE: Pick<LanguageChoice, "named" | "isChosen"> = {
  named: new Set(supportedLanguages()),
  isChosen: () => true,
};

/** The parts of a call, and of its recipe, that name languages. */
type NamingCall = Pick<AstEditParams, "paths" | "lang" | "languages">;

/**
 * Chooses the languages of a call; `ofRecipe` are those of all its calls that name none. Throws a `ToolError` for one
 * that does not exist (A6).
 */
export function chooseLanguages(
  { paths, lang, languages: own }: NamingCall,
  { languageOf, languages: ofRecipe }: Pick<CallEnvironment, "languageOf" | "languages">,
): LanguageChoice {
  const languages = own ?? ofRecipe;
  if (lang !== undefined) return forceLanguage(languageNamed(lang), paths, languageOf);
  if (languages !== undefined) return onlyLanguages(languages.map(languageNamed), languageOf);
  return {
    forced: undefined,
    named: withEmbedded(languagesOfPaths(paths, languageOf).languages),
    isChosen: () => true,
    languageFor: languageOf,
  };
}

/** Returns the language that a name means. Throws a `ToolError` that lists all languages (A6). */
function languageNamed(name: string): Language {
  const language = resolveLanguage(name);
  if (language !== undefined) return language;
  const all = supportedLanguages().join(", ");
  throw new ToolError(`There is no language \`${name}\`. Supported: ${all}.`);
}

/**
 * A file is read in the language that `lang` forces if it has that language anyway, or if the call names it: by its
 * name, or by a glob that names an extension or a file. A glob for one folder also takes files of no known language.
 */
function forceLanguage(
  forced: Language,
  paths: readonly string[],
  languageOf: LanguageOf,
): LanguageChoice {
  const globs = paths.filter(isGlob);
  const isForcing = globMatcher(globs.filter((glob) => NAMES_FILES.test(lastPart(glob))));
  const isShallow = globMatcher(globs.filter((glob) => !glob.includes("**")));
  const named = withEmbedded([forced]);
  return {
    forced,
    named,
    isChosen: (language) => named.has(language),
    languageFor(path, isNamed) {
      const own = languageOf(path);
      if (own === forced || isNamed || isForcing(path)) return forced;
      return own === undefined && isShallow(path) ? forced : undefined;
    },
  };
}

/** An extension, or a whole name, in the last part of a glob. */
const NAMES_FILES = /\.[^.*?]+$|^[^*?[\]{}]+$/;

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A file that may hold code of one of the languages is read for that code alone. */
function onlyLanguages(languages: readonly Language[], languageOf: LanguageOf): LanguageChoice {
  const named = new Set(languages);
  return {
    forced: undefined,
    named,
    isChosen: (language) => named.has(language),
    languageFor(path) {
      const own = languageOf(path);
      if (own === undefined) return undefined;
      return [own, ...embeddedLanguages(own)].some((each) => named.has(each)) ? own : undefined;
    },
  };
}

function withEmbedded(languages: readonly Language[]): ReadonlySet<Language> {
  return new Set(languages.flatMap((each) => [each, ...embeddedLanguages(each)]));
}
