import type { SgNode } from "@ast-grep/napi";
import type { WrittenMap } from "../../model/edit.ts";
import type { Language } from "../language/language.ts";
import { type EngineSearch, installedEngineVersion, kindOf } from "./engine.ts";
import { LISTED_ENGINE, TOKEN_LISTS, type TokenList } from "./token-lists.ts";

/** The text of a token that the parser made up. */
const EMPTY = { regex: "^$" };

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

/** True if a tree has an error, or a token that the parser made up. */
export function hasErrors(root: SgNode): boolean {
  if (root.find({ rule: { kind: "ERROR" } }) !== null) return true;
  return root.findAll({ rule: TEXTLESS }).some(isMissing);
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

/**
 * Returns all `ERROR` and made-up nodes below `root`, and `root` if it is one. One pass inside the engine. With a
 * `language`, the tree is asked for the tokens that can be made up in it, which takes half the time.
 */
export function findErrorNodes(root: SgNode, language?: Language): readonly SgNode[] {
  const rule = language === undefined ? undefined : errorNodeRuleOf(language, knownVersion());
  // In these languages, every token without text is made up.
  if (rule !== undefined)
    return root.findAll({ rule }).filter((node) => node.is("ERROR") || node.isLeaf());
  return root
    .findAll({ rule: { any: [{ kind: "ERROR" }, TEXTLESS] } })
    .filter((node) => node.is("ERROR") || isMissing(node));
}

/**
 * Returns the `ERROR` and made-up nodes that {@link errorSearchOf} means by a node that it matched: itself, or below.
 */
export function errorsAt(node: SgNode): readonly SgNode[] {
  if (node.is("ERROR")) return [node, ...node.children().filter(isMissing)];
  return [node, ...node.children()].filter(isMissing);
}

/**
 * Returns a rule that matches something in every tree with an `ERROR` or a made-up token, and in few others; undefined
 * without a list for the language and this engine. It also matches the node around a token that no rule can ask for.
 */
export function errorRuleOf(language: Language, engine: string): WrittenMap | undefined {
  const list = listOf(language, engine);
  if (list === undefined) return undefined;
  const named = { kind: list.kinds.join(", ") };
  const unnamed = list.tokens.map((pattern) => ({ pattern }));
  return {
    any: [
      { kind: "ERROR" },
      // The text is asked for first: the kinds of `any` already choose the nodes.
      { all: [EMPTY, { any: [named, ...unnamed] }] },
      { kind: list.holders.join(", "), has: EMPTY },
    ],
  };
}

/**
 * Returns a rule that matches each `ERROR` and made-up token itself, and few others; undefined without a list. It
 * takes less time to prepare than {@link errorRuleOf}, as all unnamed nodes are asked: only those that hold nothing
 * else, so their texts are short.
 */
function errorNodeRuleOf(language: Language, engine: string): WrittenMap | undefined {
  const list = listOf(language, engine);
  if (list === undefined) return undefined;
  const mayBeMadeUp = [{ not: { pattern: "$_" } }, { kind: list.kinds.join(", ") }];
  return { any: [{ kind: "ERROR" }, { all: [{ any: mayBeMadeUp }, EMPTY] }] };
}

/** Returns the unnamed tokens that a text must contain so that its tree has them. */
function certainTokensOf(language: Language, engine: string): readonly string[] {
  return listOf(language, engine)?.certain ?? [];
}

function listOf(language: Language, engine: string): TokenList | undefined {
  if (engine !== LISTED_ENGINE || !Object.hasOwn(TOKEN_LISTS, language)) return undefined;
  return TOKEN_LISTS[language];
}
