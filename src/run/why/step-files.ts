import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { Language } from "../../edit/language/language.ts";
import { notesOfFiles } from "../../explain/file-notes.ts";
import type { SearchedFile } from "../../explain/op-in-files.ts";
import { isBesidePaths, siblingHint } from "../../explain/sibling-hint.ts";
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
import { createStepReader } from "../../tools/ast-edit/search/step-reader.ts";

/** The files of a step, by what became of them. */
export interface StepFiles {
  readonly choice: LanguageChoice;
  readonly files: readonly SearchedFile[];
  /** The number of files by language, most first. */
  readonly languages: readonly { readonly language: Language; readonly files: number }[];
  readonly notes: readonly MatchNote[];
}

/** The files among which a step chose its own. */
interface FilesOfStep {
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
    notes: [...unreadNotes(params, about), ...notesOfFiles(findings.skipped)],
  };
}

function countLanguages(files: readonly SearchedFile[]): StepFiles["languages"] {
  const counts = new Map<Language, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, number]) => ({ language, files: number }))
    .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

/** Files of one language that a step does not read, for one reason. */
interface UnreadFiles {
  readonly language: Language;
  readonly note: MatchNote;
  readonly first: string;
  count: number;
}

/** The reasons for which files of a known language are not read, in the order in which they are told. */
const UNREAD = ["no-grammar", "no-op-for-language", "not-in-paths"];

/** Looks at every file of the root that a step might have meant. */
function unreadNotes(
  params: AstEditParams,
  { recipe, listed, grammars }: FilesOfStep,
): readonly MatchNote[] {
  const read = createStepReader(params, { ...environmentOf(recipe), grammars });
  const isInPaths = pathMatcher(params.paths);
  const scope = createScope(recipe.scope);
  const unread = new Map<string, UnreadFiles>();
  for (const path of listed) {
    if (scope.accessTo(path) !== "write" || !scope.isSelected(path)) continue;
    const reading = read(path);
    if (reading.kind === "read" || reading.language === undefined) continue;
    const { language, note } = reading;
    if (note.code === "not-in-paths" && !isBesidePaths(path, isInPaths)) continue;
    const key = `${UNREAD.indexOf(note.code)} ${language}`;
    const files = unread.get(key) ?? { language, note, first: path, count: 0 };
    unread.set(key, files);
    files.count += 1;
  }
  return [...unread]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { language, note, first, count }]) => ({
      // Files that the step names are told of under that code, each by itself.
      code: note.code === "no-op-for-language" ? "other-language" : note.code,
      message: `not searched: ${countOf(count, "file")} of ${language} (first ${first}). ${note.message}`,
      hint: siblingHint(first, params) ?? note.hint,
    }));
}
