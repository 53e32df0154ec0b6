import type { SgNode } from "@ast-grep/napi";
import type { ParseIssue } from "../model/edit.ts";
import { isMissing, kindOf } from "./engine.ts";

/** How many issues of a file are listed (A9). */
export const LISTED_ISSUES = 20;

/** Where a tree has no valid syntax. */
export interface ParseIssues {
  /** In the order of the text, deduplicated, at most 20 (A9). */
  readonly issues: readonly ParseIssue[];
  /** How many different issues there are, listed or not. */
  readonly total: number;
  /** How many nodes of the tree are wrong or made up by the parser. */
  readonly errorNodes: number;
}

/** Finds what the parser could not read (`ERROR`) or had to make up (`MISSING`) in the tree of `text`. */
export function findParseIssues(root: SgNode, text: string): ParseIssues {
  const nodes = findErrorNodes(root);
  const unique = new Map<string, { readonly index: number; readonly message: string }>();
  for (const node of nodes) {
    const { index } = node.range().start;
    const message = describeErrorNode(node);
    unique.set(`${index} ${message}`, { index, message });
  }
  const listed = [...unique.values()].slice(0, LISTED_ISSUES);
  return {
    issues: listed.map(({ index, message }) => ({ ...placeOf(text, index), message })),
    total: unique.size,
    errorNodes: nodes.length,
  };
}

/** One line about an `ERROR` or made-up node, without its place. */
export function describeErrorNode(node: SgNode): string {
  return node.is("ERROR") ? `unexpected ${clip(node.text())}` : `missing \`${kindOf(node)}\``;
}

/**
 * Nodes without text. Only those without a named child are asked for their text, which costs as much
 * as it is long: in a deep tree the texts of all nodes together are quadratic.
 */
const TEXTLESS = { all: [{ not: { has: { pattern: "$_" } } }, { regex: "^$" }] };

/** All `ERROR` and made-up nodes below `root`, or `root` itself. One pass inside the engine. */
export function findErrorNodes(root: SgNode): readonly SgNode[] {
  return root
    .findAll({ rule: { any: [{ kind: "ERROR" }, TEXTLESS] } })
    .filter((node) => node.is("ERROR") || isMissing(node));
}

/** The first line of some code in back quotes, at most 40 code points. */
export function clip(code: string): string {
  const line = code.trim().split(/\r?\n/, 1)[0] ?? "";
  const points = [...line];
  const isCut = points.length > 40 || line.length < code.trim().length;
  return `\`${points.slice(0, 40).join("")}${isCut ? "…" : ""}\``;
}

function placeOf(text: string, index: number): { readonly line: number; readonly column: number } {
  const before = text.slice(text.startsWith("\uFEFF") ? 1 : 0, index);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}
