import { createRequire } from "node:module";
import { type NapiConfig, parse, type SgNode } from "@ast-grep/napi";
import type { PatternOp, WrittenMap } from "../../model/edit.ts";
import { messageOf } from "../../shared/message-of.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";

/**
 * Parses `text` and answers the root of its tree. Never throws for wrong syntax; offsets of the nodes
 * are UTF-16 code units. The tree lives as long as a node of it is referred to, and its size is
 * unknown to the garbage collector: keep none.
 */
export function parseText(text: string, language: Language): SgNode {
  return parse(factsOfLanguage(language).engineName, text).root();
}

/** The version of the engine that is installed; another one may match other things. */
export function installedEngineVersion(): string {
  const require = createRequire(import.meta.url);
  const { version } = require("@ast-grep/napi/package.json") as { version: string }; // Its own file.
  return version;
}

/** What the engine searches for, in its own form. Plain data; the engine checks it. */
export interface EngineSearch {
  readonly rule: WrittenMap;
  readonly constraints?: WrittenMap;
  readonly utils?: WrittenMap;
  /** Answered by `getTransformed` of a match. */
  readonly transform?: WrittenMap;
}

/** What the engine has to be asked for an op. The default strictness is written here, and only here. */
export function searchOf({ pat, selector, strictness = "smart" }: PatternOp): EngineSearch {
  const selected = selector === undefined ? {} : { selector };
  return { rule: { pattern: { context: pat, ...selected, strictness } } };
}

/**
 * All matches in the order of the tree, outer ones first; matches inside of matches are among them, and
 * `root` itself may be one. Throws for a rule that is wrong.
 */
export function findMatches(root: SgNode, search: EngineSearch): readonly SgNode[] {
  // The engine knows more than its published types do, such as the strictness `template`.
  return root.findAll(search as NapiConfig);
}

/** The first of {@link findMatches}. */
export function findFirst(root: SgNode, search: EngineSearch): SgNode | undefined {
  return root.find(search as NapiConfig) ?? undefined;
}

/** Whether the search matches the node itself. Throws for a rule that is wrong. */
export function isMatch(node: SgNode, search: EngineSearch): boolean {
  return node.matches(search as NapiConfig);
}

/** What the engine finds wrong with a search, in its last and most precise words. */
export function findSearchProblem(search: EngineSearch, language: Language): string | undefined {
  try {
    findMatches(parseText("", language), search);
    return undefined;
  } catch (error) {
    // The engine's error is an outline of causes; the last line is the one that says what is wrong.
    const lines = messageOf(error).split("\n");
    return (lines.at(-1) ?? "").replace(/^[\s|>-]+/, "").replace(/^error: /, "");
  }
}

/** The grammar's name of a node's kind. The published type also allows ids, which never come. */
export function kindOf(node: SgNode): string {
  return String(node.kind());
}

/**
 * Kinds that may have no text in healthy code: `<script></script>`, `r""` in Rust, an empty heredoc, the
 * margin of a line inside of a Markdown list. And the `#endif` that the grammars of C and C++ miss in
 * every header with `#ifdef __cplusplus extern "C" {`, where it does stand, behind a bracket too few.
 */
const emptyKinds: ReadonlySet<string> = new Set([
  "raw_text",
  "block_continuation",
  "comment_content",
  "heredoc_body",
  "heredoc_content",
  "local_binds",
  "quasiquote_body",
  "raw_string_content",
  "raw_string_literal_content",
  "string_content",
  "#endif",
]);

/**
 * True for a token that the parser made up in order to go on (tree-sitter's `MISSING`), which the
 * Node binding does not tell: it is a leaf without text. Compared with the ast-grep CLI, which does
 * tell, over about 1,800 real files of all languages and over small ones that are made of empty parts.
 */
export function isMissing(node: SgNode): boolean {
  const { start, end } = node.range();
  if (start.index !== end.index || !node.isLeaf() || emptyKinds.has(kindOf(node))) return false;
  const parent = node.parent();
  // `library;` in Dart, which the published grammar does not know without a name.
  return parent !== null && !parent.is("dotted_identifier_list");
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
