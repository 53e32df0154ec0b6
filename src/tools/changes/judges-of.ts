import type { FileChange } from "../../model/action/preview.ts";

/** The word for a judge where there is none: no grammar can read the file. */
export const NO_JUDGE = "no parser";

/** The languages that a parser of their own reads, too (edit/passes/new-script-errors.ts). */
const SCRIPTS: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx"]);

/** Returns what has judged the syntax of changes, sorted. */
export function judgesOf(changes: readonly FileChange[]): readonly string[] {
  return [...new Set(changes.map(judgeOf))].sort();
}

function judgeOf({ language, syntaxJudge }: FileChange): string {
  if (syntaxJudge !== undefined) return syntaxJudge;
  return SCRIPTS.has(language) ? "oxc-parser" : `the grammar of ${language}`;
}
