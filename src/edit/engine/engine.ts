import { createRequire } from "node:module";
import { type NapiConfig, parse, type SgNode } from "@ast-grep/napi";
import type { PatternOp, WrittenMap } from "../../model/edit.ts";
import { messageOf } from "../../shared/message-of.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { certainTokensOf, errorRuleOf } from "./error-search.ts";

/**
 * Parses `text` and returns the root of its tree; never throws for wrong syntax, and offsets of nodes are UTF-16 code
 * units. Keep no node: the tree lives as long as one of them, and the garbage collector does not know its size.
 */
export function parseText(text: string, language: Language): SgNode {
  return parse(factsOfLanguage(language).engineName, text).root();
}

/** Returns the version of the installed engine; another version may find other matches. */
export function installedEngineVersion(): string {
  const require = createRequire(import.meta.url);
  const { version } = require("@ast-grep/napi/package.json") as { version: string }; // Its own file.
  return version;
}

/** A search in the form of the engine, which checks it. Plain data. */
export interface EngineSearch {
  readonly rule: WrittenMap;
  readonly constraints?: WrittenMap;
  readonly utils?: WrittenMap;
  /** Its values are read with `getTransformed` of a match. */
  readonly transform?: WrittenMap;
}

/** Returns the search of a pattern op. The default strictness is written here, and only here. */
export function searchOf({ pat, selector, strictness = "smart" }: PatternOp): EngineSearch {
  const selected = selector === undefined ? {} : { selector };
  return { rule: { pattern: { context: pat, ...selected, strictness } } };
}

/**
 * Returns all matches in the order of the tree, outer ones before those inside of them; `root` itself may be one.
 * Throws for an invalid rule.
 */
export function findMatches(root: SgNode, search: EngineSearch): readonly SgNode[] {
  // The published types of the engine lack some of its options, such as the strictness `template`.
  return root.findAll(search as NapiConfig);
}

/** Returns the first of {@link findMatches}. */
export function findFirst(root: SgNode, search: EngineSearch): SgNode | undefined {
  return root.find(search as NapiConfig) ?? undefined;
}

/** True if the search matches the node itself. Throws for an invalid rule. */
export function isMatch(node: SgNode, search: EngineSearch): boolean {
  return node.matches(search as NapiConfig);
}

/** Returns the reason why the engine refuses a search, or undefined if it accepts it. */
export function findSearchProblem(search: EngineSearch, language: Language): string | undefined {
  try {
    findMatches(parseText("", language), search);
    return undefined;
  } catch (error) {
    // The error lists causes, from the general one to the precise one in the last line.
    const lines = messageOf(error).split("\n");
    return (lines.at(-1) ?? "").replace(/^[\s|>-]+/, "").replace(/^error: /, "");
  }
}

/** Returns the name of a node's kind in the grammar. The published type also allows ids, which never occur. */
export function kindOf(node: SgNode): string {
  return String(node.kind());
}

/**
 * Kinds that may have no text in valid code: `<script></script>`, `r""` in Rust, an empty heredoc, the margin of a
 * line inside of a Markdown list. And `#endif`, which the grammars of C and C++ report as missing in every header with
 * `#ifdef __cplusplus extern "C" {`, although it stands there, because a bracket is not closed before it.
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
 * True for a token that the parser made up to be able to continue (tree-sitter's `MISSING`): a leaf without text,
 * because the Node binding does not report it. Compared with the ast-grep CLI, which does report it, over about 1,800
 * real files of all languages and over small files that consist of empty parts.
 */
export function isMissing(node: SgNode): boolean {
  const { start, end } = node.range();
  if (start.index !== end.index || !node.isLeaf() || emptyKinds.has(kindOf(node))) return false;
  const parent = node.parent();
  // `library;` in Dart: the published grammar expects a name.
  return parent !== null && !parent.is("dotted_identifier_list");
}

/**
 * Matches nodes without text. Reads the text only of nodes without a named child, because in a deep tree the texts of
 * all nodes together have a quadratic length.
 */
const TEXTLESS = { all: [{ not: { has: { pattern: "$_" } } }, { regex: "^$" }] };

/**
 * Returns a rule that finds nothing in a tree without `ERROR` and made-up tokens, and little else; undefined if the
 * tokens that the parser of the language can make up are not known for this engine.
 */
export function errorSearchOf(language: Language): EngineSearch["rule"] | undefined {
  return errorRuleOf(language, knownVersion());
}

/** Returns the unnamed tokens that are in no tree of a text without them. */
export function certainTokens(language: Language): readonly string[] {
  return certainTokensOf(language, knownVersion());
}

let engineVersion: string | undefined;

/** Reads the version once. */
function knownVersion(): string {
  engineVersion ??= installedEngineVersion();
  return engineVersion;
}

/** The length from which on the search of {@link errorSearchOf} takes less time than its preparation. */
const LONG = 30_000;

/**
 * Returns all `ERROR` and made-up nodes below `root`, and `root` if it is one. One pass inside the engine. With a
 * `language`, a long tree is first asked for the tokens that can be made up in it.
 */
export function findErrorNodes(root: SgNode, language?: Language): readonly SgNode[] {
  const isLong = language !== undefined && root.range().end.index >= LONG;
  const rule = isLong ? errorSearchOf(language) : undefined;
  if (rule !== undefined && findFirst(root, { rule }) === undefined) return [];
  return root
    .findAll({ rule: { any: [{ kind: "ERROR" }, TEXTLESS] } })
    .filter((node) => node.is("ERROR") || isMissing(node));
}
