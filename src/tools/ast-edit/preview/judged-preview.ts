import type { FileChange } from "../../../model/action/preview.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { Formatter } from "../../format/formatter-shapes.ts";
import type { SyntaxJudge } from "../../parsers/syntax-judge.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import { OpCompiler } from "../search/compile-ops.ts";
import { chooseLanguages } from "../search/language-choice.ts";
import type { FormattedPreview } from "./format-preview.ts";

/** A call, with the programs that have a part in its results. */
export interface JudgedCall extends CallEnvironment {
  /** Default: nothing is formatted. */
  readonly formatter?: Formatter | undefined;
  /** Default: the engine judges. */
  readonly syntaxJudge?: SyntaxJudge | undefined;
}

/**
 * Returns a formatted preview with what the programs for its languages say of its results, and with the places of new
 * syntax errors.
 */
export async function judgedPreview(
  preview: FormattedPreview,
  params: AstEditParams,
  call: JudgedCall,
): Promise<FormattedPreview> {
  const judged = await judge(preview.changes, call);
  const changes = await placed(judged, params, call);
  if (changes === preview.changes) return preview;
  const formatted = changes.filter((_, index) => {
    const change = preview.changes[index];
    return change !== undefined && preview.formatted.has(change);
  });
  return { ...preview, changes, formatted: new Set(formatted) };
}

async function judge(
  changes: readonly FileChange[],
  call: JudgedCall,
): Promise<readonly FileChange[]> {
  if (call.syntaxJudge === undefined) return changes;
  const { judgeChanges } = await import("../../parsers/judge-changes.ts");
  return judgeChanges(changes, call);
}

async function placed(
  changes: readonly FileChange[],
  params: AstEditParams,
  call: JudgedCall,
): Promise<readonly FileChange[]> {
  if (!changes.some(({ addsSyntaxErrors }) => addsSyntaxErrors)) return changes;
  const { placeNewErrors } = await import("../../changes/place-new-errors.ts");
  const languages = chooseLanguages(params, call);
  const compiler = new OpCompiler(params.ops, languages, call.search.without);
  return placeNewErrors(changes, {
    workspace: call.workspace,
    opsFor: (language, path) => compiler.for(language, path),
  });
}
