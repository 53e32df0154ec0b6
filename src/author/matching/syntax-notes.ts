import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { parseText } from "../../edit/engine/engine.ts";
import { findParseIssues } from "../../edit/engine/parse-issues.ts";
import { embeddedLanguages } from "../../edit/language/embedded-code.ts";
import type { Language } from "../../edit/language/language.ts";
import { planFirstPass } from "../../edit/passes/first-pass.ts";
import { noteOfFile } from "../../explain/file-notes.ts";
import type { EditOp } from "../../model/edit.ts";
import type { ParseIssue } from "../../model/file-plan.ts";
import type { SearchStep } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { MatchNote } from "../../model/search/match-explanation.ts";
import { ToolError } from "../../model/tool-error.ts";
import { countOf } from "../../shared/count-of.ts";
import { OpCompiler } from "../../tools/ast-edit/search/compile-ops.ts";
import { chooseLanguages } from "../../tools/ast-edit/search/language-choice.ts";

/** A text, as a step reads it. */
interface ReadText {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly recipe: Recipe;
}

/** Returns a note about the syntax errors of a text: that nothing of it is edited, or only that they are there. */
export function syntaxNotes(read: ReadText, { params }: SearchStep): readonly MatchNote[] {
  const { text, language } = read;
  const isPage = embeddedLanguages(language).length > 0;
  const found = (isPage && errorsOfEdited(read, params)) || errorsOfText(text, language);
  const [first] = found.issues;
  if (first === undefined) return [];
  const place = `first in line ${first.line}: ${first.message}`;
  const isSkipped = found.isOfEdited || !isPage;
  return params.onParseError !== "edit" && isSkipped
    ? [noteOfFile("syntax-errors", `${countOf(found.total, "error")}, ${place}`)]
    : [
        {
          code: "syntax-errors",
          message: `the file has ${countOf(found.total, "syntax error")}, ${place}`,
          hint: isPage ? "Of a page, the errors count of the code that is edited" : undefined,
        },
      ];
}

/** The errors of a text, or of the code in it that a step would edit. */
interface FoundErrors {
  readonly issues: readonly ParseIssue[];
  readonly total: number;
  readonly isOfEdited: boolean;
}

function errorsOfText(text: string, language: Language): FoundErrors {
  const trees = [{ root: () => parseText(text, language), language, shift: 0 }];
  return { ...findParseIssues(trees, text).describe(), isOfEdited: false };
}

/** Returns the errors for which a step leaves a page alone; undefined without any. */
function errorsOfEdited(
  { path, text, language, recipe }: ReadText,
  params: SearchStep["params"],
): FoundErrors | undefined {
  const choice = chooseLanguages(params, environmentOf(recipe));
  const fileOps = { language, ops: new OpCompiler(plain(params.ops), choice).for(language, path) };
  try {
    const first = planFirstPass(text, fileOps, {
      passes: 1,
      editDespiteErrors: false,
      asked: [],
      path,
    });
    return !("kind" in first) && first.plan.kind === "syntax-errors"
      ? { ...first.plan, isOfEdited: true }
      : undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined; // The ops cannot run on it, which is told elsewhere.
    throw error;
  }
}

/** Returns the ops that match, as ops that find the same and write no parentheses. */
function plain(ops: readonly EditOp[]): readonly EditOp[] {
  return ops.flatMap((op) => (op.kind === "imports" ? [] : [{ ...op, parens: "off" as const }]));
}
