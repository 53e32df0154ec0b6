import type { SgNode } from "@ast-grep/napi";
import type { ParseIssue } from "../../model/file-plan.ts";
import type { Language } from "../language/language.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import type { Span } from "../text/span.ts";
import { kindOf } from "./engine.ts";
import { findErrorNodes } from "./error-nodes.ts";

/** The most issues of a file that are listed (A9). */
const listedIssues = 20;

/** The issues of a text, in words. */
interface DescribedIssues {
  /** In the order of the text, deduplicated, at most 20 (A9). */
  readonly issues: readonly ParseIssue[];
  /** The number of different issues, listed or not. */
  readonly total: number;
}

/** The places of a text without valid syntax. */
export interface ParseIssues {
  /** Describes the issues. */
  readonly describe: () => DescribedIssues;
  /** The number of nodes that are wrong or made up by the parser. */
  readonly errorNodes: number;
  /** The places of those nodes in the text, in the order of the trees. */
  readonly places: readonly Span[];
}

/** A tree of a text. Added to its offsets, `shift` gives those in the text. */
interface SearchedTree {
  readonly root: () => SgNode;
  readonly language?: Language;
  readonly shift: number;
  /** The element around embedded code, in the tree of the text: errors in its tags are errors of the code. */
  readonly element?: SgNode;
}

/** The facts about the nodes without valid syntax. */
interface KnownErrors {
  /** Those of the only tree. Default: they are searched. */
  readonly errors?: readonly SgNode[] | undefined;
  /** False if all nodes of every tree are asked. Default: true. */
  readonly tokenLists?: boolean | undefined;
}

/**
 * Returns a function that finds the nodes that the parser could not read (`ERROR`) or had to make up (`MISSING`) in
 * some trees of `text`: its own tree, and those of embedded code. Each tree is searched once.
 */
export function createIssueSearch(
  text: string,
  { errors, tokenLists = true }: KnownErrors = {},
): (trees: readonly SearchedTree[]) => ParseIssues {
  const known = new Map<SearchedTree, readonly FoundError[]>();
  const nodesIn = (root: SgNode, language?: Language) =>
    findErrorNodes(root, tokenLists ? language : undefined);
  const search = ({ root, shift, language, element }: SearchedTree) => [
    ...(element ? nodesIn(element).map((node) => placed(node, 0)) : []),
    ...(errors ?? nodesIn(root(), language)).map((node) => placed(node, shift)),
  ];
  const errorsIn = (tree: SearchedTree) => {
    const found = known.get(tree) ?? search(tree);
    known.set(tree, found);
    return found;
  };
  return (trees) => {
    const found = trees.flatMap(errorsIn);
    return {
      describe: () => describeAll(found, text),
      errorNodes: found.length,
      places: found.map(({ place }) => place),
    };
  };
}

/** Finds the same in all trees of a text. */
export function findParseIssues(
  trees: readonly SearchedTree[],
  text: string,
  known?: KnownErrors,
): ParseIssues {
  return createIssueSearch(text, known)(trees);
}

function placed(node: SgNode, shift: number): FoundError {
  const { start, end } = node.range();
  return { node, place: { start: start.index + shift, end: end.index + shift } };
}

/** A node without valid syntax. */
interface FoundError {
  readonly node: SgNode;
  readonly place: Span;
}

function describeAll(found: readonly FoundError[], text: string): DescribedIssues {
  const described = found.map(({ node, place: { start: index } }) => {
    return { index, message: describeErrorNode(node) };
  });
  const unique = new Map(described.map((issue) => [`${issue.index} ${issue.message}`, issue]));
  // Sorting is stable: issues of one tree that begin together keep their order.
  const listed = [...unique.values()].sort((a, b) => a.index - b.index).slice(0, listedIssues);
  const placeOf = createPlaceFinder(listed.length === 0 ? "" : text);
  return {
    issues: listed.map(({ index, message }) => ({ ...placeOf(index), message })),
    total: unique.size,
  };
}

/** Describes an `ERROR` or made-up node in one line, without its place. */
export function describeErrorNode(node: SgNode): string {
  return node.is("ERROR") ? `unexpected ${clip(node.text())}` : `missing \`${kindOf(node)}\``;
}

/** Returns the first line of some code in back quotes, at most 40 code points of it. */
export function clip(code: string): string {
  const line = code.trim().split(/\r?\n/, 1)[0] ?? "";
  const points = [...line];
  const isCut = points.length > 40 || line.length < code.trim().length;
  return `\`${points.slice(0, 40).join("")}${isCut ? "…" : ""}\``;
}
