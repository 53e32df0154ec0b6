import type { SgNode } from "@ast-grep/napi";
import type { ParseIssue } from "../../model/edit.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import { findErrorNodes, kindOf } from "./engine.ts";

/** How many issues of a file are listed (A9). */
const listedIssues = 20;

/** Where a tree has no valid syntax. */
export interface ParseIssues {
  /** In the order of the text, deduplicated, at most 20 (A9). */
  readonly issues: readonly ParseIssue[];
  /** How many different issues there are, listed or not. */
  readonly total: number;
  /** How many nodes of the tree are wrong or made up by the parser. */
  readonly errorNodes: number;
}

/** A tree of a text. `shift` is what its offsets lack of those in the text. */
interface SearchedTree {
  readonly root: () => SgNode;
  readonly shift: number;
}

/**
 * Finds what the parser could not read (`ERROR`) or had to make up (`MISSING`) in the trees of `text`:
 * its own, and those of code that stands inside.
 */
export function findParseIssues(trees: readonly SearchedTree[], text: string): ParseIssues {
  const found = trees.flatMap(({ root, shift }) =>
    findErrorNodes(root()).map((node) => ({
      index: node.range().start.index + shift,
      message: describeErrorNode(node),
    })),
  );
  const unique = new Map(found.map((issue) => [`${issue.index} ${issue.message}`, issue]));
  // Within one tree they are in order already, and what begins together stays so.
  const listed = [...unique.values()].sort((a, b) => a.index - b.index).slice(0, listedIssues);
  const placeOf = createPlaceFinder(listed.length === 0 ? "" : text);
  return {
    issues: listed.map(({ index, message }) => ({ ...placeOf(index), message })),
    total: unique.size,
    errorNodes: found.length,
  };
}

/** One line about an `ERROR` or made-up node, without its place. */
export function describeErrorNode(node: SgNode): string {
  return node.is("ERROR") ? `unexpected ${clip(node.text())}` : `missing \`${kindOf(node)}\``;
}

/** The first line of some code in back quotes, at most 40 code points. */
export function clip(code: string): string {
  const line = code.trim().split(/\r?\n/, 1)[0] ?? "";
  const points = [...line];
  const isCut = points.length > 40 || line.length < code.trim().length;
  return `\`${points.slice(0, 40).join("")}${isCut ? "…" : ""}\``;
}
