import { compileOp } from "../edit/compile/compile-op.ts";
import { isSingleToken } from "../edit/compile/single-token.ts";
import { embeddedLanguages } from "../edit/language/embedded-code.ts";
import type { Language } from "../edit/language/language.ts";
import type { EditOp } from "../model/edit.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import { makeNote } from "./read-pattern.ts";

/** The languages of a step. */
export interface StepLanguages {
  /** False for a language that the step leaves out, although a file has it, or code in a file. */
  readonly isChosen: (language: Language) => boolean;
  /** The languages that the step names. */
  readonly named: ReadonlySet<Language>;
}

/** Returns the languages of a file that a step searches: its own, and those of the code in it. */
export function searchedLanguages(
  language: Language,
  { isChosen }: Pick<StepLanguages, "isChosen">,
): readonly Language[] {
  return [language, ...embeddedLanguages(language)].filter(isChosen);
}

/** Returns true if an op searches files of a language, or the code in them. */
export function takesPart(op: EditOp, language: Language, languages: StepLanguages): boolean {
  return searchedLanguages(language, languages).some(
    (each) =>
      compileOp(op, each).kind === "compiled" && singleTokenNote(op, each, languages) === undefined,
  );
}

/** Returns why an op takes no part in a file although it is valid there. */
export function leftOutNote(
  op: EditOp,
  language: Language,
  { isForFile, ...languages }: StepLanguages & { readonly isForFile: (op: EditOp) => boolean },
): MatchNote | undefined {
  if (!isForFile(op))
    return makeNote("not-in-files", "its own `files` or `ignores` leave the file out");
  return singleTokenNote(op, language, languages);
}

function singleTokenNote(
  op: EditOp,
  language: Language,
  { named }: StepLanguages,
): MatchNote | undefined {
  if (named.has(language) || !isSingleToken(op, language)) return undefined;
  const message = `it is a single token of \`${language}\`, which the step does not name: it would match by chance`;
  return makeNote("single-token", message, { hint: `Name the language: \`lang: ${language}\`` });
}

/** The languages of TypeScript: each has a grammar of its own. */
const SIBLINGS: readonly string[] = ["typescript", "tsx"];

/** Returns why an op for one language takes no part in a file of another. */
export function otherLanguageNote(op: EditOp, language: Language): MatchNote {
  const own = (op.kind === "rule" ? op.language : undefined) ?? "";
  const message = `the rule is for \`${own}\`, and the file is read as \`${language}\``;
  const isSibling = SIBLINGS.includes(own.toLowerCase()) && SIBLINGS.includes(language);
  const hint = isSibling
    ? "typescript and tsx have two grammars: write the rule once for each, or map the files with `languageGlobs`"
    : "Write the rule for both languages, or without `language`, or map the file with `languageGlobs`";
  return makeNote("other-language", message, { part: "language", hint });
}
