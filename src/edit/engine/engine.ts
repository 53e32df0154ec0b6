import { createRequire } from "node:module";
import { type NapiConfig, parse, parseAsync, type SgNode } from "@ast-grep/napi";
import type { PatternOp, WrittenMap } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { nestingFault } from "./too-nested.ts";

/**
 * Parses `text` and returns the root of its tree; never throws for wrong syntax, and offsets of nodes are UTF-16 code
 * units. Throws a `ToolError` for a text that could end the process. Keep no node: the tree lives as long as one of
 * them, and the garbage collector does not know its size.
 */
export function parseText(text: string, language: Language): SgNode {
  refuseNested(text, language);
  return parse(factsOfLanguage(language).engineName, text).root();
}

/** Does the same on a thread of the engine's own. */
export async function parseAside(text: string, language: Language): Promise<SgNode> {
  refuseNested(text, language);
  return (await parseAsync(factsOfLanguage(language).engineName, text)).root();
}

function refuseNested(text: string, language: Language): void {
  const fault = nestingFault(text, language);
  if (fault !== undefined) throw new ToolError(`code with ${fault}`);
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

/** The names that the grammars have for comments. */
export const COMMENT_KINDS = [
  "comment",
  "line_comment",
  "block_comment",
  "multiline_comment",
  "js_comment",
];

/** True if the node is a comment. */
export function isComment(node: SgNode): boolean {
  return COMMENT_KINDS.some((kind) => node.is(kind));
}
