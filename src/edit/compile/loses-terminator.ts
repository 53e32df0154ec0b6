import type { PatternOp } from "../../model/edit.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { kindOf } from "../engine/engine.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import { isOneWrittenName } from "../engine/written-names.ts";
import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";

/**
 * True if a valid op loses a `;`: each match includes the `;` at the end of its statement, and `out` ends in neither
 * `;` nor a block (`var $A = $B`, but not `f($A)`).
 */
export function losesTerminator(written: PatternOp, language: Language): boolean {
  const op = completePattern(written, language);
  const out = op.out.trim();
  if (out === "" || /[;}]$/.test(out)) return false;
  if (op.layout === "keep" || !hasSemicolons(language) || isOneWrittenName(op.pat)) return false;
  const pat = op.pat.trim();
  try {
    const ended = pickedIn(pat.endsWith(";") ? pat : `${pat};`, op, language);
    if (ended === undefined || !ended.text.endsWith(";")) return false;
    return pat.endsWith(";") || pickedIn(pat, op, language)?.kind === ended.kind;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false; // Nested too deeply; the pattern itself is refused for that.
  }
}

function hasSemicolons(language: Language): boolean {
  const end = statementEndOf(language);
  return end === "semicolon" || end === "either";
}

function pickedIn(
  pat: string,
  { selector }: PatternOp,
  language: Language,
): { readonly kind: string; readonly text: string } | undefined {
  const { picked } = parsePatternNode({ pat, selector }, language);
  if (picked.kind !== "picked") return undefined;
  return { kind: kindOf(picked.node), text: picked.node.text() };
}
