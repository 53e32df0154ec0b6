import { type Language, resolveLanguage } from "../../../edit/language/language.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { countOf } from "../../../shared/count-of.ts";
import { pathMatcher } from "../../../shared/paths/glob.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import type { CallAlert } from "../search/search-shapes.ts";

/** Languages with grammars of their own, whose code is taken for one language by people. */
const FAMILIES: readonly (readonly Language[])[] = [
  ["javascript", "typescript", "tsx"],
  ["c", "cpp"],
];

const MOST_LANGUAGES = 3;

/** The files of one language that a call leaves out. */
interface LeftOutLanguage {
  readonly language: Language;
  readonly first: string;
  count: number;
}

/**
 * Tells that a call searched no file because its languages leave out all files of its paths. Where its paths are all
 * files, only languages of the same family are told; never those that another step of the recipe names.
 */
export function noFileOfLanguage(
  params: Pick<AstEditParams, "paths" | "lang" | "languages">,
  leftOut: readonly string[],
  { languageOf, languages, elsewhere }: CallEnvironment,
): readonly CallAlert[] {
  const { paths, lang } = params;
  const written = lang === undefined ? (params.languages ?? languages ?? []) : [lang];
  const own = written.flatMap((name) => resolveLanguage(name) ?? []);
  const isKin = (language: Language) =>
    FAMILIES.some((each) => each.includes(language) && own.some((name) => each.includes(name)));
  const named = new Set(elsewhere?.flatMap((name) => resolveLanguage(name) ?? []));
  const found = byLanguage(leftOut, languageOf)
    .filter(({ language }) => !named.has(language) && (isKin(language) || !isForAll(paths)))
    .sort((a, b) => Number(isKin(b.language)) - Number(isKin(a.language)) || b.count - a.count);
  const [first] = found;
  if (first === undefined) return [];
  const told = found
    .slice(0, MOST_LANGUAGES)
    .map((each) => `${countOf(each.count, "file")} of ${each.language} (first ${each.first})`);
  const others = found.length - told.length;
  const more = others > 0 ? [`others of ${countOf(others, "more language")}`] : [];
  const key = lang === undefined ? `languages: [${written.join(", ")}]` : `lang: ${lang}`;
  const what = `No file was searched: \`${key}\` leaves out ${[...told, ...more].join(", ")}.`;
  const meant = found.filter(({ language }) => isKin(language)).map(({ language }) => language);
  const advised = meant.length > 0 ? meant : [first.language];
  const message = `${what} ${advice([...new Set([...own, ...advised])], advised, lang)}`;
  return [{ level: "warn", code: "other-languages", message }];
}

function byLanguage(
  paths: readonly string[],
  languageOf: CallEnvironment["languageOf"],
): readonly LeftOutLanguage[] {
  const found = new Map<Language, LeftOutLanguage>();
  for (const path of paths) {
    const language = languageOf(path);
    if (language === undefined) continue;
    const known = found.get(language) ?? { language, first: path, count: 0 };
    found.set(language, known);
    known.count += 1;
  }
  return [...found.values()];
}

/** True if the paths stand for all files, as the default does. */
function isForAll(paths: readonly string[]): boolean {
  return pathMatcher(paths)("x/y/z");
}

function advice(
  all: readonly Language[],
  advised: readonly Language[],
  lang: string | undefined,
): string {
  const list = `\`languages: [${all.join(", ")}]\``;
  if (lang === undefined) return `If they are meant, write ${list}.`;
  const [only, ...others] = advised;
  const one = others.length === 0 ? `\`lang: ${only}\`, or ` : "";
  return `If they are meant, write ${one}${list} in place of \`lang\`.`;
}
