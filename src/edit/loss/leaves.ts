import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import { readTokens } from "./text-tokens.ts";

/** A token of a text. */
export interface Leaf extends Span {
  readonly text: string;
}

/** The nodes that are left out: wholly, in part, or not. */
type SkipTest = (span: Span, node: SgNode) => "whole" | "partly" | "not";

/** A tree whose texts save questions: a test that asks for places only skips parts of it. */
interface KnownTree {
  readonly language?: Language | undefined;
  /** True if it has no syntax errors. Default: it is not known. */
  readonly isClean?: boolean;
}

/**
 * Returns the tokens of a node, in order, without white space and without nodes that `isSkipped` holds for. A literal
 * is one token, unless a part of it is skipped, and so is a node that is nested too deeply.
 */
export function leavesOf(
  node: SgNode,
  source: string,
  isSkipped: SkipTest,
  { language, isClean = false }: KnownTree = {},
): readonly Leaf[] {
  const isScript = language !== undefined && statementEndOf(language) === "either";
  const leaves: Leaf[] = [];
  const visit = (each: SgNode, depth: number): void => {
    const span = spanOf(each);
    const skipped = isSkipped(span, each);
    if (skipped === "whole" || span.start === span.end) return;
    const text = source.slice(span.start, span.end);
    const tokens =
      isClean && isScript && skipped === "not"
        ? readTokens({ text, language, depth, kind: () => kindOf(each) })
        : undefined;
    if (tokens !== undefined) {
      for (const { at, text } of tokens)
        leaves.push({ start: span.start + at, end: span.start + at + text.length, text });
      return;
    }
    const isOne = depth > MAX_DEPTH || (isScript && skipped === "not" && WORD.test(text));
    const children = isOne ? [] : each.children();
    const mayBeLiteral = skipped === "not" && !(isScript && !LITERAL.test(text));
    if (children.length > 0 && !(mayBeLiteral && isLiteralKind(kindOf(each)))) {
      for (const child of children) visit(child, depth + 1);
    } else if (text.trim() !== "") leaves.push({ ...span, text });
  };
  visit(node, 1);
  return leaves;
}

/** A word, which is one token of JavaScript or TypeScript, and the signs with which their literals begin. */
const WORD = /^[A-Za-z_$][\w$]*$/;
const LITERAL = /^["'`/]/;
