import type { SgNode } from "@ast-grep/napi";
import type { TextEdit } from "../model/edit.ts";
import type { CompiledOp } from "./compile-op.ts";
import { findEmbeddedCode } from "./embedded-code.ts";
import { parseText } from "./engine.ts";
import { findReplacements, type OpReplacements } from "./find-replacements.ts";
import type { Language } from "./language.ts";
import { mergeReplacements } from "./merge-replacements.ts";
import { findParseIssues, LISTED_ISSUES, type ParseIssues } from "./parse-issues.ts";
import { admits } from "./prefilter.ts";

/** A text that was parsed once, for all ops. */
export interface SearchedText extends OpReplacements {
  /** Where it has no valid syntax. Looked for when asked, in the tree that is there already. */
  readonly issues: () => ParseIssues;
}

/**
 * Parses a text and finds what the ops of one step would replace, all of them in the same text (A13);
 * ops of a language that may stand inside, in that code. The tree lives as long as the answer: keep none.
 */
export function searchText(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
): SearchedText {
  const possible = possibleOps(text, ops);
  const root = parseText(text, language);
  const whole = { start: 0, end: text.length };
  const trees = [{ language, root, ...whole }];
  // Of every language that an op is for, also where none can match now: before and after an edit the
  // same trees must be asked for errors.
  if (ops.some((op) => op.language !== language)) {
    for (const { text: code, ...part } of findEmbeddedCode(root, text)) {
      if (!ops.some((op) => op.language === part.language)) continue;
      trees.push({ ...part, root: parseText(code, part.language) });
    }
  }
  const byOp = possible.flatMap((op) =>
    trees
      .filter((tree) => tree.language === op.language)
      .map((tree) => keepInside(findReplacements(tree.root, text, op), tree)),
  );
  const roots = trees.map((tree) => tree.root);
  return { ...mergeReplacements(byOp), issues: () => issuesOf(roots, text) };
}

/** An edit of embedded code never reaches out of it. */
function keepInside(
  { accepted, superseded }: OpReplacements,
  { start, end }: { readonly start: number; readonly end: number },
): OpReplacements {
  const isInside = (edit: TextEdit) => edit.start >= start && edit.end <= end;
  return { accepted: accepted.filter(isInside), superseded: superseded.filter(isInside) };
}

/** The issues of all trees, in the order of the text. */
function issuesOf(trees: readonly SgNode[], text: string): ParseIssues {
  const [first, ...others] = trees.map((tree) => findParseIssues(tree, text));
  if (!first) throw new Error("A text has a tree.");
  return others.reduce(
    (all, more) => ({
      issues: [...all.issues, ...more.issues].slice(0, LISTED_ISSUES),
      total: all.total + more.total,
      errorNodes: all.errorNodes + more.errorNodes,
    }),
    first,
  );
}

/** The ops that can match in a text at all; where there are none, the parse is spared. */
export function possibleOps(text: string, ops: readonly CompiledOp[]): readonly CompiledOp[] {
  return ops.filter(({ prefilter }) => admits(prefilter, (part) => text.includes(part)));
}
