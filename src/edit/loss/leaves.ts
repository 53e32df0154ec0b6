import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** A token of a text. */
export interface Leaf extends Span {
  readonly text: string;
}

/**
 * Returns the tokens of a node, in order, without white space and without nodes that `isSkipped` holds for. A literal
 * is one token, unless a part of it is skipped, and so is a node that is nested too deeply.
 */
export function leavesOf(
  node: SgNode,
  source: string,
  isSkipped: (span: Span, node: SgNode) => "whole" | "partly" | "not",
): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (each: SgNode, depth: number): void => {
    const span = spanOf(each);
    const skipped = isSkipped(span, each);
    if (skipped === "whole" || span.start === span.end) return;
    const children = depth > MAX_DEPTH ? [] : each.children();
    const isOne = children.length === 0 || (skipped === "not" && isLiteralKind(kindOf(each)));
    if (!isOne) {
      for (const child of children) visit(child, depth + 1);
      return;
    }
    const text = source.slice(span.start, span.end);
    if (text.trim() !== "") leaves.push({ ...span, text });
  };
  visit(node, 1);
  return leaves;
}
