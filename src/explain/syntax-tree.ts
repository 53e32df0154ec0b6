import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import { isMissing } from "../edit/engine/error-nodes.ts";

/** The part of a tree that is shown. */
export interface TreeView {
  /** Only what touches this line, from 1. Default: all. */
  readonly line?: number | undefined;
  /** With tokens such as `(`, which no pattern needs. */
  readonly withTokens: boolean;
  /** The lines to leave out, and the most to return. */
  readonly skip: number;
  readonly most: number;
}

/** The length of a text at which it is cut. */
const MOST_TEXT = 60;

/**
 * Returns the lines of a tree, outer nodes first and indented by their depth: the kind of a node, its place as
 * `line:column` from 1, and the text of one that has no nodes in it. `isWhole` is false if more lines follow.
 */
export function syntaxTreeLines(
  root: SgNode,
  { line, withTokens, skip, most }: TreeView,
): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const lines: string[] = [];
  let passed = 0;
  // Not recursive: code can be nested deeper than calls.
  const waiting: { readonly node: SgNode; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (line !== undefined && !touches(node, line - 1)) continue;
    if (passed >= skip + most) return { lines, isWhole: false };
    if (passed >= skip) lines.push(lineOf(node, depth));
    passed += 1;
    const inner = node.children().filter((child) => withTokens || child.isNamed());
    for (const child of inner.reverse()) waiting.push({ node: child, depth: depth + 1 });
  }
  return { lines, isWhole: true };
}

function touches(node: SgNode, line: number): boolean {
  const { start, end } = node.range();
  return start.line <= line && line <= end.line;
}

function lineOf(node: SgNode, depth: number): string {
  const { start, end } = node.range();
  const place = `${start.line + 1}:${start.column + 1}-${end.line + 1}:${end.column + 1}`;
  const text = node.children().some((child) => child.isNamed()) ? "" : ` ${shownText(node)}`;
  const missing = isMissing(node) ? " (missing)" : "";
  return `${"  ".repeat(Math.min(depth, 100))}${kindOf(node)} ${place}${text}${missing}`;
}

function shownText(node: SgNode): string {
  const text = node.text();
  return JSON.stringify(text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);
}
