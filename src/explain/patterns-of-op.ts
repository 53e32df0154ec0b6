import { completeRule } from "../edit/compile/complete-rule.ts";
import { patternsIn } from "../edit/compile/patterns-in.ts";
import { completePattern } from "../edit/engine/complete-pattern.ts";
import type { Language } from "../edit/language/language.ts";
import type { EditOp } from "../model/edit.ts";
import { partOf, type WrittenPattern } from "./read-pattern.ts";

/** The most patterns of one op that are described. */
const MOST_PATTERNS = 40;

/** Returns the patterns of an op, each with the key that has it; an op of imports has none. */
export function patternsOf(op: EditOp): readonly WrittenPattern[] {
  return patternsIn(op)
    .slice(0, MOST_PATTERNS)
    .map(({ path, context, selector, strictness }) => {
      return { part: partOf(path), pat: context, selector, strictness };
    });
}

/** Returns the op as it is searched in a language. */
export function completeOp(op: EditOp, language: Language): EditOp {
  if (op.kind === "imports") return op;
  return op.kind === "pattern" ? completePattern(op, language) : completeRule(op, language);
}
