import { type CompileOutcome, compileOp } from "../../edit/compile/compile-op.ts";
import { isSingleToken } from "../../edit/compile/single-token.ts";
import { embeddedLanguages } from "../../edit/language/embedded-code.ts";
import type { Language } from "../../edit/language/language.ts";
import { explainText } from "../../explain/explain-text.ts";
import type { EditOp } from "../../model/edit.ts";
import { WHY_LIMITS } from "../../model/report/why-schema.ts";
import type { ExplainedOp, MatchNote } from "../../model/search/match-explanation.ts";
import { fileMatcher } from "../../tools/ast-edit/search/compile-ops.ts";
import type { LanguageChoice } from "../../tools/ast-edit/search/language-choice.ts";
import type { SearchedFile, StepFiles } from "./step-files.ts";

/** An op in one file. */
export interface OpInFile {
  readonly file: SearchedFile;
  readonly found: ExplainedOp;
}

/** The bounds count nodes: a clock would explain more on a faster machine. */
const CLOCK = { now: () => 0, forOp: 1, until: 1, nodes: WHY_LIMITS.nodes };

/** Explains an op in a text; undefined if the text has no code of its language. */
export function explainInFile(
  op: EditOp,
  file: SearchedFile,
  text: string,
  choice: LanguageChoice,
): OpInFile | undefined {
  const explained = explainText([op], {
    text,
    language: file.language,
    isChosen: choice.isChosen,
    named: choice.named,
    isForFile: (each) => fileMatcher(each)(file.path),
    asked: undefined,
    clock: CLOCK,
  });
  const found = explained.find(({ nearest }) => nearest !== undefined) ?? explained[0];
  return found && { file, found };
}

/** Returns a test of the files that an op takes part in: by its language, its validity, and its own globs. */
export function takesPart(op: EditOp, choice: LanguageChoice): (file: SearchedFile) => boolean {
  const isForFile = fileMatcher(op);
  const known = new Map<Language, boolean>();
  return ({ path, language }) => {
    const valid = known.get(language) ?? isSearchedIn(op, language, choice);
    known.set(language, valid);
    return valid && isForFile(path);
  };
}

function isSearchedIn(
  op: EditOp,
  language: Language,
  { isChosen, named }: LanguageChoice,
): boolean {
  return [language, ...embeddedLanguages(language)]
    .filter(isChosen)
    .some(
      (each) =>
        compileOp(op, each).kind === "compiled" && (named.has(each) || !isSingleToken(op, each)),
    );
}

/** Returns why an op takes part in no file of a step. */
export function noPartNote(op: EditOp, { languages, choice }: StepFiles): MatchNote {
  const read = languages.map(({ language, files }) => `${language} ${files}`).join(", ");
  if (read === "") return { code: "no-files", message: "The step searched no file" };
  const own = op.kind === "rule" ? op.language : undefined;
  const outcomes = languages.map(({ language }) => [language, compileOp(op, language)] as const);
  if (own !== undefined && outcomes.every(([, { kind }]) => kind === "other-language")) {
    const siblings = ["typescript", "tsx"];
    const isSibling =
      siblings.includes(own.toLowerCase()) && siblings.some((id) => read.includes(id));
    return {
      code: "other-language",
      message: `The rule is for \`${own}\`, and the step searched no file of it (${read})`,
      hint: isSibling
        ? "typescript and tsx have two grammars: write the rule once for each, or map the files with `languageGlobs`"
        : "Write the rule without `language`, or for the language of the files",
      part: "language",
    };
  }
  const token = languages.find(
    ({ language }) => !choice.named.has(language) && isSingleToken(op, language),
  );
  const invalid = outcomes.find(([, { kind }]) => kind === "invalid");
  if (invalid !== undefined) return invalidNote(...invalid, read);
  if (token !== undefined)
    return {
      code: "single-token",
      message: `It is a single token of ${token.language}, which the step does not name: it would match by chance`,
      hint: `Name the language: \`lang: ${token.language}\``,
    };
  return {
    code: "not-in-files",
    message: `Its own \`files\` or \`ignores\` leave out all files of the step (${read})`,
  };
}

function invalidNote(language: Language, outcome: CompileOutcome, read: string): MatchNote {
  const [problem] = outcome.kind === "invalid" ? outcome.problems : [];
  return {
    code: "invalid",
    message: `It is valid in no language of the files (${read}); in ${language}: ${problem?.message ?? ""}`,
    hint: problem?.hint,
    part: problem?.field.join("."),
  };
}
