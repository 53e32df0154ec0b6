import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { explainText } from "../../explain/explain-text.ts";
import { hintOf, noteOfFile } from "../../explain/file-notes.ts";
import { siblingHint } from "../../explain/sibling-hint.ts";
import { isGenerated } from "../../files/is-generated.ts";
import type { SearchStep } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { ExplainedStep, MatchNote } from "../../model/search/match-explanation.ts";
import { ToolError } from "../../model/tool-error.ts";
import { fileMatcher } from "../../tools/ast-edit/search/compile-ops.ts";
import { chooseLanguages, EVERY_LANGUAGE } from "../../tools/ast-edit/search/language-choice.ts";
import { createStepReader } from "../../tools/ast-edit/search/step-reader.ts";
import { scopeFinding } from "../policy/explain/scope-finding.ts";
import type { AskedFile } from "./find-asked-file.ts";
import { syntaxNotes } from "./syntax-notes.ts";

/** The text of a file, or why it is not searched. */
export type AskedText =
  | { readonly kind: "text"; readonly text: string; readonly notes: readonly MatchNote[] }
  | { readonly kind: "unusable"; readonly note: MatchNote };

/** A file, and what a step of a recipe needs to explain it. */
export interface StepContext {
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
export function explainStep(step: SearchStep, about: StepContext): ExplainedStep {
  const { file, read, recipe, isSearch } = about;
  const head = { step: step.id, tool: isSearch ? "ast_grep" : step.kind };
  const scope = scopeFinding(file.path, recipe);
  const reading = readingInStep(file.path, step, about);
  const language = reading.kind === "read" ? reading.language : undefined;
  // A file that may only be read is searched: its matches are told, and are no edits.
  const isReadonly = scope?.code === "readonly";
  const notes: readonly MatchNote[] = [
    ...(scope === undefined || isReadonly ? [] : [scope]),
    ...(reading.kind === "read" ? [] : [reading.note]),
  ];
  const unread = (...ofText: readonly MatchNote[]) =>
    ({
      ...head,
      reading: { isRead: false, language, notes: [...notes, ...ofText] },
      ops: [],
    }) as const;
  if (language === undefined || notes.length > 0) return unread();
  if (read.kind === "unusable") return unread(read.note);
  const tells = isSearch || step.kind === "find";
  const readonly = isReadonly && !tells ? [scope] : [];
  return {
    ...head,
    reading: {
      isRead: true,
      language,
      notes: [...readonly, ...notesOfText(read, language, step, about)],
    },
    ops: explainOps(step, read.text, language, about),
  };
}

function readingInStep(
  path: string,
  { params }: SearchStep,
  { recipe, grammars }: Pick<StepContext, "recipe" | "grammars">,
): ReturnType<ReturnType<typeof createStepReader>> {
  try {
    const reading = createStepReader(params, { ...environmentOf(recipe), grammars })(path);
    if (reading.kind === "read") return reading;
    const { code, hint = hintOf(code) } = reading.note;
    return { ...reading, note: { ...reading.note, hint: siblingHint(path, params) ?? hint } };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { kind: "unread", note: { code: "unknown-language", message: error.message } };
  }
}

function explainOps(
  { params }: SearchStep,
  text: string,
  language: string,
  { file, recipe, now, isSearch }: StepContext,
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

/** Returns notes about the text of a file: why nothing of it may be edited, or why a run finds another one. */
function notesOfText(
  { text, notes }: Extract<AskedText, { kind: "text" }>,
  language: string,
  step: SearchStep,
  { changedBy, file, recipe }: Pick<StepContext, "changedBy" | "file" | "recipe">,
): readonly MatchNote[] {
  const changed =
    changedBy === undefined
      ? []
      : [{ code: "changed-before", message: changedText(changedBy), hint: HINT_WHY }];
  const isGeneratedText = !step.params.editGenerated && isGenerated(text);
  return [
    ...notes,
    ...changed,
    ...syntaxNotes({ path: file.path, text, language, recipe }, step),
    ...(isGeneratedText ? [noteOfFile("generated")] : []),
  ];
}

function changedText(step: string): string {
  return `it is searched as it is on the disk, without what the step ${step} changes in it`;
}

const HINT_WHY = "`sluice preview --why` searches what earlier steps leave";

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
