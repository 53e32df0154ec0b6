import type { FilePlan } from "../model/edit.ts";
import type { CompiledOp } from "./compile-op.ts";
import { parseText } from "./engine.ts";
import { findReplacements } from "./find-replacements.ts";
import type { Language } from "./language.ts";
import { mergeReplacements } from "./merge-replacements.ts";
import { findParseIssues } from "./parse-issues.ts";
import { splice } from "./splice.ts";

/** What may be edited. */
export interface PlanOptions {
  /** Edit a text whose tree has syntax errors, as ast-grep does. Otherwise it is reported (A8). */
  readonly editDespiteErrors: boolean;
}

/**
 * Says what the ops of one step would do to one text. All ops see the same original text (A13). For one
 * op, the text that results is, byte for byte, what `ast-grep run -U` writes. Where nothing would
 * change, syntax errors are not looked for. Code inside of another language (`<script>` in HTML), which
 * ast-grep's own command edits too, is left alone. `ops` must have been compiled for `language`.
 */
export function planFile(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  { editDespiteErrors }: PlanOptions,
): FilePlan {
  const possible = ops.filter(({ literal }) => text.includes(literal));
  if (possible.length === 0) return { kind: "no-match" }; // spares the parse
  const root = parseText(text, language);
  const found = mergeReplacements(possible.map((op) => findReplacements(root, text, op)));
  if (found.accepted.length === 0) return { kind: "no-match" };
  const { issues, total, errorNodes } = findParseIssues(root, text);
  if (errorNodes > 0 && !editDespiteErrors) return { kind: "syntax-errors", issues, total };
  const after = splice(text, found.accepted);
  return {
    kind: "edited",
    replacements: found.accepted,
    superseded: found.superseded,
    text: after,
    parseErrorsBefore: errorNodes,
    parseErrorsAfter: findParseIssues(parseText(after, language), after).errorNodes,
  };
}
