import type { CompiledOp } from "./compile-op.ts";
import { parseText } from "./engine.ts";
import { findReplacements, type OpReplacements } from "./find-replacements.ts";
import type { Language } from "./language.ts";
import { mergeReplacements } from "./merge-replacements.ts";
import { findParseIssues, type ParseIssues } from "./parse-issues.ts";

/** A text that was parsed once, for all ops. */
export interface SearchedText extends OpReplacements {
  /** Where it has no valid syntax. Looked for when asked, in the tree that is there already. */
  readonly issues: () => ParseIssues;
}

/**
 * Parses a text and finds what the ops of one step would replace, all of them in the same text (A13).
 * The tree lives as long as the answer: keep none.
 */
export function searchText(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
): SearchedText {
  const root = parseText(text, language);
  const possible = possibleOps(text, ops);
  const found = mergeReplacements(possible.map((op) => findReplacements(root, text, op)));
  return { ...found, issues: () => findParseIssues(root, text) };
}

/** The ops that can match in a text at all; where there are none, the parse is spared. */
export function possibleOps(text: string, ops: readonly CompiledOp[]): readonly CompiledOp[] {
  return ops.filter(({ literal }) => text.includes(literal));
}
