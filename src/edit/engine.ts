import { type NapiConfig, parse, type SgNode } from "@ast-grep/napi";
import type { PatternOp, Strictness } from "../model/edit.ts";
import { factsOfLanguage, type Language } from "./language.ts";
import { replaceMetaVariableCharacter } from "./meta-variable.ts";

/**
 * Parses `text` and answers the root of its tree. Never throws for wrong syntax; offsets of the nodes
 * are UTF-16 code units. The tree lives as long as a node of it is referred to, and its size is
 * unknown to the garbage collector: keep none.
 */
export function parseText(text: string, language: Language): SgNode {
  return parse(factsOfLanguage(language).engineName, text).root();
}

/** A rule in the engine's own form. */
export interface EngineRule {
  readonly pattern: {
    readonly context: string;
    readonly selector?: string;
    readonly strictness: Strictness;
  };
}

/** What the engine has to be asked for an op. The default strictness is written here, and only here. */
export function ruleOf(
  { pat, selector, strictness = "smart" }: PatternOp,
  language: Language,
): EngineRule {
  const selected = selector === undefined ? {} : { selector };
  return { pattern: { context: toEnginePattern(pat, language), ...selected, strictness } };
}

/**
 * A pattern as the engine has to be given it: with the character of the language for the dollars of
 * metavariables, which the engine does by itself only for the grammars that it has built in.
 */
export function toEnginePattern(pattern: string, language: Language): string {
  return replaceMetaVariableCharacter(pattern, factsOfLanguage(language).metaVariableCharacter);
}

/**
 * All matches in the order of the tree, outer ones first; matches inside of matches are among them.
 * Throws for a rule that is wrong.
 */
export function findMatches(root: SgNode, rule: EngineRule): readonly SgNode[] {
  // The engine knows the strictness `template`; its published types do not.
  return root.findAll({ rule } as NapiConfig);
}

/** The grammar's name of a node's kind. The published type also allows ids, which never come. */
export function kindOf(node: SgNode): string {
  return String(node.kind());
}

/**
 * True for a token that the parser made up in order to go on (tree-sitter's `MISSING`), which the
 * Node binding does not tell: it is a leaf without text. Checked over about 1,400 installed and system
 * files: the only other such leaf is the content of an empty `<script>` or `<style>`.
 */
export function isMissing(node: SgNode): boolean {
  const { start, end } = node.range();
  return (
    start.index === end.index &&
    node.isLeaf() &&
    kindOf(node) !== "raw_text" &&
    node.parent() !== null
  );
}
