import type { SgNode } from "@ast-grep/napi";
import type { PatternOp } from "../../model/edit.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { replaceMetaVariableCharacter } from "../text/meta-variable.ts";
import { kindOf, parseText } from "./engine.ts";
import { isMissing } from "./error-nodes.ts";
import { completeWrittenNames, isOneWrittenName } from "./written-names.ts";

/** Completes a pattern: names with four dollars, and the code that the language wants first. */
export function completePattern(op: PatternOp, language: Language): PatternOp {
  return completeStart(completeWrittenNames(op, language), language);
}

/**
 * Completes a pattern for a grammar that begins with text, so that it is code: it gets the prefix of the language, and
 * a selector for the node that it would have been without. The published grammar of PHP wants `<?php ` first, unlike
 * the one in the ast-grep CLI; an op of any other language is returned as it is.
 */
function completeStart(op: PatternOp, language: Language): PatternOp {
  const { patternPrefix: prefix, metaVariableCharacter } = factsOfLanguage(language);
  if (prefix === undefined || op.pat.includes(prefix.trim()) || op.pat.trim() === "") return op;
  // In the place of one name, a variable is a node of another kind.
  if (op.selector === undefined && isOneWrittenName(op.pat)) return op;
  const pat = `${prefix}${op.pat}`;
  if (op.selector !== undefined) return { ...op, pat };
  const parsed = replaceMetaVariableCharacter(pat, metaVariableCharacter);
  const [, only, ...others] = childrenOf(parseText(parsed, language));
  // With several pieces, or none, the op is refused as in any other language.
  if (only === undefined || others.length > 0) return { ...op, pat };
  return { ...op, pat, selector: kindOf(innermost(only)) };
}

function innermost(node: SgNode): SgNode {
  const [only, ...others] = childrenOf(node);
  return only === undefined || others.length > 0 ? node : innermost(only);
}

function childrenOf(node: SgNode): readonly SgNode[] {
  return node.children().filter((child) => !isMissing(child));
}
