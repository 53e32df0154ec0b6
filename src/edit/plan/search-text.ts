import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { admits } from "../compile/prefilter.ts";
import { parseText } from "../engine/engine.ts";
import { findParseIssues, type ParseIssues } from "../engine/parse-issues.ts";
import { type EmbeddedCode, findEmbeddedCode } from "../language/embedded-code.ts";
import type { Language } from "../language/language.ts";
import { findReplacements } from "../match/find-replacements.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import { mergeReplacements } from "./merge-replacements.ts";

/** A text that was parsed once, for all ops. */
export interface SearchedText extends OpReplacements {
  /** Where it has no valid syntax. Looked for when asked, in the trees that are there already. */
  readonly issues: () => ParseIssues;
}

/** A tree of a text: the whole, or code that stands inside. */
interface Part {
  readonly language: Language;
  /** What the tree's offsets count in. */
  readonly source: string;
  /** What such an offset lacks of one in the text. */
  readonly shift: number;
  /** The part itself, without what stands before it in `source`. */
  readonly code: string;
  /** Parses when it is asked first. */
  readonly root: () => SgNode;
}

/**
 * Parses a text and finds what the ops of one step would replace, all of them in the same text (A13);
 * ops of a language that may stand inside, in that code. The trees live as long as the answer: keep none.
 * Throws a ToolError where an edit of such code would reach out of it.
 */
export function searchText(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
): SearchedText {
  const parts = partsOf(text, language, ops);
  const byOp = ops.map((op) => {
    const found = parts
      .filter((part) => part.language === op.language && possibleOps(part.code, [op]).length > 0)
      .map((part) => replacementsIn(part, op));
    return {
      accepted: found.flatMap(({ accepted }) => accepted),
      superseded: found.flatMap(({ superseded }) => superseded),
    };
  });
  return { ...mergeReplacements(byOp), issues: () => findParseIssues(parts, text) };
}

/** Where a text has no valid syntax; the same trees are asked as when it is searched for the ops. */
export function findIssues(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
): ParseIssues {
  return findParseIssues(partsOf(text, language, ops), text);
}

function partsOf(text: string, language: Language, ops: readonly CompiledOp[]): readonly Part[] {
  const root = parseText(text, language);
  const whole: Part = { language, source: text, shift: 0, code: text, root: () => root };
  return [whole, ...findParts(whole, ops)];
}

/**
 * Of every language that an op is for, also where none can match now: before and after an edit the same
 * trees must be asked for errors.
 */
function findParts({ root, language, source }: Part, ops: readonly CompiledOp[]): readonly Part[] {
  const languages = new Set(ops.map((op) => op.language));
  languages.delete(language);
  if (languages.size === 0) return [];
  const keepPlaces = ops.some((op) => JSON.stringify(op).includes('"range"'));
  return findEmbeddedCode(root(), source, { keepPlaces })
    .filter((code) => languages.has(code.language))
    .map((code) => partOf(code, source));
}

function partOf({ text, start, end, ...code }: EmbeddedCode, whole: string): Part {
  let tree: SgNode | undefined;
  const root = () => {
    tree ??= parseText(text, code.language);
    return tree;
  };
  return { ...code, code: whole.slice(start, end), root };
}

/** What an op would replace in a part, in offsets of the text. An edit of embedded code never reaches out of it. */
function replacementsIn({ root, source, shift, code }: Part, op: CompiledOp): OpReplacements {
  const { accepted, superseded } = findReplacements(root(), source, op);
  const start = source.length - code.length;
  if (accepted.some((edit) => edit.start < start))
    throw new ToolError(`\`${op.id}\` would edit more than the code that stands in the page.`);
  const moved = <Edit extends Replacement>(edit: Edit): Edit =>
    shift === 0 ? edit : { ...edit, start: edit.start + shift, end: edit.end + shift };
  return { accepted: accepted.map(moved), superseded: superseded.map(moved) };
}

/** The ops that can match in a text at all; where there are none, the parse is spared. */
export function possibleOps(text: string, ops: readonly CompiledOp[]): readonly CompiledOp[] {
  return ops.filter(({ prefilter }) => admits(prefilter, (part) => text.includes(part)));
}
