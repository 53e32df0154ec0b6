import type { SgNode } from "@ast-grep/napi";
import type { SyntaxField, SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";
import { isComment, kindOf } from "./engine.ts";
import { withOuterSplat } from "./outer-splat.ts";

/** Kinds of parentheses that only group, in the grammars of all languages. */
const GROUP = /^parenthesized_(?:expression|statements|type|pattern)$/;

/**
 * Returns a node of the engine as a node of a syntax tree: with its tokens, without comments and without parentheses
 * that only group. Keep no such node: the tree lives as long as one of them.
 */
export function syntaxNodeOf(outer: SgNode): SyntaxNode {
  const node = insideOf(outer);
  const type = kindOf(node);
  // Among arguments `*a` takes more than in a list.
  const isArgument = type.endsWith("_splat") && outer.parent()?.is("argument_list") === true;
  const { start, end } = spanOf(node);
  let fields: readonly SyntaxField[] | undefined;
  return {
    type: isArgument ? `${type} of arguments` : type,
    start,
    end,
    isGrouped: node !== outer,
    get value() {
      return node.isLeaf() ? node.text() : "";
    },
    get fields() {
      fields ??= fieldsOf(node);
      return fields;
    },
  };
}

function fieldsOf(node: SgNode): readonly SyntaxField[] {
  if (node.isLeaf()) return [];
  const parts = partsOf(node).map(syntaxNodeOf);
  const nodes = node.is("list") ? parts.map(withOuterSplat) : parts;
  return [{ name: "children", isList: true, nodes }];
}

/** Tokens without text are line ends and the like, which depend on the place of a statement. */
function partsOf(node: SgNode): readonly SgNode[] {
  return node.children().filter((child) => !isComment(child) && child.text().trim() !== "");
}

/** Returns the node in parentheses that only group. */
function insideOf(node: SgNode): SgNode {
  let inner = node;
  while (GROUP.test(kindOf(inner))) {
    const [open, only, close, ...others] = partsOf(inner);
    if (!open || !only || !close || others.length > 0 || !open.is("(")) break;
    inner = only;
  }
  return inner;
}

function spanOf(node: SgNode): Span {
  const { startPos, endPos } = node.replace("");
  return { start: startPos, end: endPos };
}
