import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import type { Grammars, Readiness } from "../../edit/language/grammars.ts";
import type { Language } from "../../edit/language/language.ts";
import { createScope } from "../../files/scope.ts";
import type { AstEditParams } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { MatchNote } from "../../model/search/match-explanation.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import { countOf } from "../../shared/count-of.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import {
  chooseLanguages,
  type LanguageChoice,
} from "../../tools/ast-edit/search/language-choice.ts";
import { isBesidePaths, siblingHint } from "./sibling-hint.ts";
import { skipNotes } from "./skip-notes.ts";

/** A file that a step searched. */
export interface SearchedFile {
  readonly path: string;
  readonly language: Language;
  /** Why nothing of it is edited, although something in it matches. */
  readonly leftAlone: string | undefined;
}

/** The files of a step, by what became of them. */
export interface StepFiles {
  readonly choice: LanguageChoice;
  readonly files: readonly SearchedFile[];
  /** The number of files by language, most first. */
  readonly languages: readonly { readonly language: Language; readonly files: number }[];
  readonly notes: readonly MatchNote[];
}

/** The surroundings of a step. */
export interface FilesOfStep {
  readonly recipe: Recipe;
  readonly findings: Pick<SearchFindings, "searched" | "skipped">;
  /** Every file of the root. */
  readonly listed: readonly string[];
  readonly grammars: Grammars;
}

/** Tells which files a step searched, in which languages, and why it left others out. */
export function filesOfStep(params: AstEditParams, about: FilesOfStep): StepFiles {
  const { recipe, findings } = about;
  const choice = chooseLanguages(params, environmentOf(recipe));
  const skipped = new Map(findings.skipped.map((each) => [each.path, each.why]));
  const files = findings.searched.flatMap((path): SearchedFile[] => {
    const language = choice.languageFor(path, params.paths.includes(path));
    return language === undefined ? [] : [{ path, language, leftAlone: skipped.get(path) }];
  });
  const languages = countLanguages(files);
  return {
    choice,
    files,
    languages,
    notes: [...unreadNotes(params, choice, about), ...skipNotes(findings.skipped)],
  };
}

function countLanguages(files: readonly SearchedFile[]): StepFiles["languages"] {
  const counts = new Map<Language, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, number]) => ({ language, files: number }))
    .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

/** Files that no grammar of the step reads: how many there are, and the first of them. */
interface Unread {
  readonly first: string;
  count: number;
}

class UnreadFiles {
  readonly #found = new Map<string, Unread>();

  add(key: string, path: string): void {
    const known = this.#found.get(key) ?? { first: path, count: 0 };
    this.#found.set(key, known);
    known.count += 1;
  }

  /** Returns a note for each key, by its files. */
  notes(noteOf: (key: string, words: string, unread: Unread) => MatchNote): readonly MatchNote[] {
    return [...this.#found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, found]) => {
        const example = `first ${found.first}`;
        return noteOf(key, `${countOf(found.count, "file")} of ${key} (${example})`, found);
      });
  }
}

/** Looks at every file of the root that a step might have meant. */
function unreadNotes(
  params: AstEditParams,
  { languageFor }: LanguageChoice,
  { recipe, listed, grammars }: FilesOfStep,
): readonly MatchNote[] {
  const { paths } = params;
  const isInPaths = paths.length === 0 ? () => true : pathMatcher(paths);
  const scope = createScope(recipe.scope);
  const { languageOf } = environmentOf(recipe);
  const missing = new Map<Language, Readiness>();
  const [beside, others, noGrammar] = [new UnreadFiles(), new UnreadFiles(), new UnreadFiles()];
  for (const path of listed) {
    if (scope.accessTo(path) !== "write" || !scope.isSelected(path)) continue;
    const own = languageOf(path);
    if (own === undefined) continue;
    if (isBesidePaths(path, isInPaths)) beside.add(own, path);
    if (!isInPaths(path)) continue;
    const language = languageFor(path, paths.includes(path));
    if (language === undefined) {
      others.add(own, path);
      continue;
    }
    const readiness = grammars.readinessOf(language);
    if (readiness.kind === "ready") continue;
    missing.set(language, readiness);
    noGrammar.add(language, path);
  }
  return [
    ...noGrammar.notes((key, words) => noGrammarNote(missing.get(key), words)),
    ...others.notes((_, words, { first }) => ({
      code: "other-language",
      message: `not searched: ${words}; the step, or its recipe, names other languages`,
      hint: siblingHint(first, params),
    })),
    ...beside.notes((_, words, { first }) => ({
      code: "not-in-paths",
      message: `not searched: ${words}, beside those of \`paths\`; none of its globs has the extension`,
      hint: siblingHint(first, params),
    })),
  ];
}

function noGrammarNote(readiness: Readiness | undefined, words: string): MatchNote {
  const isBroken = readiness?.kind === "broken";
  const why = isBroken ? "cannot be used" : "is not installed";
  const hint =
    readiness === undefined || readiness.kind === "ready"
      ? undefined
      : readiness.kind === "broken"
        ? readiness.why
        : readiness.hint;
  return { code: "no-grammar", message: `not searched: ${words}; the grammar ${why}`, hint };
}
