import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { parseText } from "../../edit/engine/engine.ts";
import { findParseIssues } from "../../edit/engine/parse-issues.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { explainText } from "../../explain/explain-text.ts";
import { isGenerated } from "../../files/is-generated.ts";
import type { AstEditStep } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type {
  ExplainedStep,
  FileReading,
  MatchNote,
} from "../../model/search/match-explanation.ts";
import { ToolError } from "../../model/tool-error.ts";
import { siblingHint } from "../../run/why/sibling-hint.ts";
import { countOf } from "../../shared/count-of.ts";
import { fileMatcher } from "../../tools/ast-edit/search/compile-ops.ts";
import { chooseLanguages, EVERY_LANGUAGE } from "../../tools/ast-edit/search/language-choice.ts";
import { languageInStep } from "../policy/explain/file-in-step.ts";
import { scopeFinding } from "../policy/explain/scope-finding.ts";
import type { AskedFile } from "./find-asked-file.ts";

/** The text of a file, or why it is not searched. */
export type AskedText =
  | { readonly kind: "text"; readonly text: string; readonly notes: readonly MatchNote[] }
  | { readonly kind: "unusable"; readonly note: MatchNote };

/** A file, and the means to explain it. */
export interface StepSurroundings {
  readonly file: AskedFile;
  readonly read: AskedText;
  readonly recipe: Recipe;
  readonly grammars: Grammars;
  readonly now: () => number;
  /** True for a search that changes nothing. */
  readonly isSearch: boolean;
  /** The last step before it that finds something in the file, which it would see changed. */
  readonly changedBy: string | undefined;
}

/** Milliseconds for one op, and for one step. */
const TIME_OF_OP = 5_000;
const TIME_OF_STEP = 30_000;

/** Explains how a step reads a file, and what each of its ops finds there. */
export function explainStep(step: AstEditStep, about: StepSurroundings): ExplainedStep {
  const { file, read, recipe, grammars } = about;
  const tool = about.isSearch ? "ast_grep" : "ast_edit";
  const head = { step: step.id, tool };
  const scope = scopeFinding(file.path, recipe);
  const found = languageOrFault(file.path, step, recipe, grammars);
  const language = "language" in found ? found.language : undefined;
  // A file that may only be read is searched: its matches are told, and are no edits.
  const isReadonly = scope?.code === "readonly";
  const readonly = isReadonly && !about.isSearch ? [scope] : [];
  const ofLanguage = { hint: siblingHint(file.path, step.params), ...found };
  const notes: readonly MatchNote[] = [
    ...(scope !== undefined && !isReadonly ? [{ ...scope, hint: undefined }] : []),
    ...("code" in ofLanguage ? [ofLanguage] : []),
  ];
  if (language === undefined || notes.length > 0)
    return { ...head, reading: { isRead: false, language, notes }, ops: [] };
  if (read.kind === "unusable")
    return { ...head, reading: { isRead: false, language, notes: [read.note] }, ops: [] };
  const own = readingOf(read, language, step, about);
  const reading = { ...own, notes: [...readonly, ...own.notes] };
  return { ...head, reading, ops: opsOf(step, read.text, language, about) };
}

function languageOrFault(
  path: string,
  { params }: AstEditStep,
  recipe: Recipe,
  grammars: Grammars,
): ReturnType<typeof languageInStep> {
  const paths = params.paths.length === 0 ? ["**"] : params.paths;
  try {
    return languageInStep(path, { ...params, paths }, recipe, grammars);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { code: "unknown-language", message: error.message };
  }
}

function opsOf(
  { params }: AstEditStep,
  text: string,
  language: string,
  { file, recipe, now, isSearch }: StepSurroundings,
): ExplainedStep["ops"] {
  const choice = chooseLanguages(params, environmentOf(recipe));
  return explainText(params.ops, {
    text,
    language,
    isChosen: choice.isChosen,
    named: isSearch ? EVERY_LANGUAGE.named : choice.named,
    isForFile: (op) => fileMatcher(op)(file.path),
    asked: file.line === undefined ? undefined : lineSpan(text, file.line),
    clock: { now, forOp: TIME_OF_OP, until: now() + TIME_OF_STEP },
  });
}

/** Returns the notes about a file that is read, although nothing of it may be edited. */
function readingOf(
  { text, notes }: Extract<AskedText, { kind: "text" }>,
  language: string,
  { params }: AstEditStep,
  { changedBy }: Pick<StepSurroundings, "changedBy">,
): FileReading {
  const found: MatchNote[] = [...notes];
  if (changedBy !== undefined)
    found.push({ code: "changed-before", message: changedText(changedBy), hint: HINT_WHY });
  const trees = [{ root: () => parseText(text, language), language, shift: 0 }];
  const { issues, total } = findParseIssues(trees, text).describe();
  const [first] = issues;
  if (first !== undefined) {
    const place = `${countOf(total, "syntax error")}, first in line ${first.line}: ${first.message}`;
    const isEdited = params.onParseError === "edit";
    const message = `the file has ${place}${isEdited ? "" : ": nothing in it is edited"}`;
    found.push({ code: "syntax-errors", message, hint: isEdited ? undefined : HINT_ERRORS });
  }
  if (!params.editGenerated && isGenerated(text))
    found.push({ code: "generated", message: GENERATED, hint: "Set `editGenerated: true`" });
  return { isRead: true, language, notes: found };
}

function changedText(step: string): string {
  return `it is searched as it is on the disk, without what the step ${step} changes in it`;
}

const HINT_WHY = "`sluice preview --why` searches what earlier steps leave";
const HINT_ERRORS = "Look if it is the right language; `onParseError: edit` edits it all the same";
const GENERATED = "the file says that a program wrote it: nothing in it is edited";

function lineSpan(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf("\n", start);
    if (next === -1) return { start: text.length, end: text.length };
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return { start, end: end === -1 ? text.length : end };
}
