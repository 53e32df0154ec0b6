import type { Formatter } from "../../format/formatter-shapes.ts";
import type { SyntaxJudge } from "../../parsers/syntax-judge.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import type { FormattedPreview } from "./format-preview.ts";

/** A call, with the programs that have a part in its results. */
export interface JudgedCall extends CallEnvironment {
  /** Default: nothing is formatted. */
  readonly formatter?: Formatter | undefined;
  /** Default: the engine judges. */
  readonly syntaxJudge?: SyntaxJudge | undefined;
}

/** Returns a formatted preview with what the programs for its languages say of its results. */
export async function judgedPreview(
  preview: FormattedPreview,
  call: JudgedCall,
): Promise<FormattedPreview> {
  if (call.syntaxJudge === undefined) return preview;
  const { judgeChanges } = await import("../../parsers/judge-changes.ts");
  const changes = await judgeChanges(preview.changes, call);
  const formatted = changes.filter((_, index) => {
    const change = preview.changes[index];
    return change !== undefined && preview.formatted.has(change);
  });
  return { ...preview, changes, formatted: new Set(formatted) };
}
