import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import type { SearchBounds } from "../../model/search/search-bounds.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { admits } from "../compile/prefilter.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { parseText } from "../engine/engine.ts";
import { countLenientErrors } from "../engine/lenient-syntax.ts";
import { findParseIssues, type ParseIssues } from "../engine/parse-issues.ts";
import { type EmbeddedCode, findEmbeddedCode } from "../language/embedded-code.ts";
import type { Language } from "../language/language.ts";
import { createLossSearch, type MatchLosses } from "../loss/match-losses.ts";
import {
  type AcceptedMatch,
  findReplacements,
  type SearchExtent,
} from "../match/find-replacements.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import type { Span } from "../text/span.ts";
import { mergeReplacements } from "./merge-replacements.ts";

/** The replacements in a text that was parsed once, for all ops. */
export interface SearchedText extends OpReplacements {
  /** Finds the places without valid syntax, in the trees that the search has parsed. */
  readonly issues: () => ParseIssues;
  /** Counts the faults that the grammars accept, in the same trees. */
  readonly lenientErrors: () => number;
  /** Finds the comments in the same trees, sorted by place. */
  readonly comments: () => readonly Span[];
  /** The losses of accepted replacements, as far as this text tells. */
  readonly losses: readonly MatchLosses[];
}

/** A tree of a text: the whole text, or embedded code. */
interface Part {
  readonly language: Language;
  /** The text in which the offsets of the tree count. */
  readonly source: string;
  /** Added to an offset of the tree, gives the offset in the whole text. */
  readonly shift: number;
  /** The part itself, without the text before it in `source`. */
  readonly code: string;
  /** Parses at the first call. */
  readonly root: () => SgNode;
}

/** The circumstances of a search. */
export interface TextSearch {
  readonly bounds?: SearchBounds | undefined;
  /** The caller leaves a text with errors alone: of a long one, it needs only the first replacement of each op. */
  readonly skipsBroken?: boolean;
}

/** The length from which on a text is searched for errors before its replacements are made; UTF-16 code units. */
const LONG = 1_000_000;

/**
 * Parses a text and finds the replacements of the ops of one step, all in the same text (A13); ops for a language of
 * embedded code, in that code. Throws a ToolError if an edit of embedded code would reach out of it. Do not keep the
 * result: the trees live as long as it does.
 */
export function searchText(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  { bounds, skipsBroken = false }: TextSearch = {},
): SearchedText {
  const parts = partsOf(text, language, ops);
  const issues = () => findParseIssues(parts, text);
  const onlyFirst = skipsBroken && text.length > LONG && issues().errorNodes > 0;
  const losses: MatchLosses[] = [];
  const byOp = ops.map((op) => {
    const found = parts
      .filter((part) => part.language === op.language && possibleOps(part.code, [op]).length > 0)
      .map((part) => replacementsIn(part, op, { bounds, onlyFirst }, losses));
    return {
      accepted: found.flatMap(({ accepted }) => accepted),
      superseded: found.flatMap(({ superseded }) => superseded),
    };
  });
  const merged = mergeReplacements(byOp);
  return {
    ...merged,
    issues,
    lenientErrors: () => countLenient(parts),
    comments: onlyOnce(() => findComments(parts)),
    losses: lossesOfAccepted(losses, merged.accepted),
  };
}

/** Leaves out the losses of replacements that gave way to another op's. */
function lossesOfAccepted(
  losses: readonly MatchLosses[],
  accepted: readonly Replacement[],
): readonly MatchLosses[] {
  if (losses.length === 0) return losses;
  const keyOf = ({ opId, start, end }: Omit<Replacement, "text">) => `${opId} ${start} ${end}`;
  const keys = new Set(accepted.map(keyOf));
  return losses.filter((each) => keys.has(keyOf(each)));
}

function findComments(parts: readonly Part[]): readonly Span[] {
  const found = parts.flatMap(({ root, language, shift }) =>
    commentsBelow(root(), language).map((span) => moveSpan(span, shift)),
  );
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function onlyOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Counts the syntax errors of a text, in the same trees that a search for the ops would parse. */
export function countErrors(text: string, language: Language, ops: readonly CompiledOp[]): number {
  const parts = partsOf(text, language, ops);
  return findParseIssues(parts, text).errorNodes + countLenient(parts);
}

function countLenient(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + countLenientErrors(part), 0);
}

function partsOf(text: string, language: Language, ops: readonly CompiledOp[]): readonly Part[] {
  const root = parseText(text, language);
  const whole: Part = { language, source: text, shift: 0, code: text, root: () => root };
  return [whole, ...findParts(whole, ops)];
}

/**
 * Finds the embedded code of every language that an op is for, also if the op cannot match in it: errors must be
 * counted in the same trees before and after an edit.
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

/** Finds the replacements of an op in a part, in offsets of the text. Throws for an edit that leaves the part. */
function replacementsIn(
  { root, source, shift, code }: Part,
  op: CompiledOp,
  extent: SearchExtent,
  losses: MatchLosses[],
): OpReplacements {
  const findLosses = createLossSearch(root(), source, op);
  const onAccepted = (match: AcceptedMatch) => {
    const found = findLosses(match);
    if (found !== undefined) losses.push(moveLosses(found, shift));
  };
  const { accepted, superseded } = findReplacements(root(), source, op, { ...extent, onAccepted });
  const start = source.length - code.length;
  if (accepted.some((edit) => edit.start < start))
    throw new ToolError(`\`${op.id}\` would edit more than the code that stands in the page.`);
  const moved = <Edit extends Replacement>(edit: Edit): Edit => moveSpan(edit, shift);
  return { accepted: accepted.map(moved), superseded: superseded.map(moved) };
}

function moveSpan<Place extends Span>(place: Place, shift: number): Place {
  return shift === 0 ? place : { ...place, start: place.start + shift, end: place.end + shift };
}

function moveLosses(found: MatchLosses, shift: number): MatchLosses {
  if (shift === 0) return found;
  const losses = found.losses.map((loss) => ({
    ...loss,
    at: loss.at + shift,
    edit: moveSpan(loss.edit, shift),
  }));
  const { edges } = found;
  return {
    ...moveSpan(found, shift),
    edges: edges && { ...edges, token: moveSpan(edges.token, shift) },
    losses,
    comments: found.comments.map((each) => moveSpan(each, shift)),
  };
}

/** Returns the ops that can match in a text; without any, the text need not be parsed. */
export function possibleOps(text: string, ops: readonly CompiledOp[]): readonly CompiledOp[] {
  return ops.filter(({ prefilter }) => admits(prefilter, (part) => text.includes(part)));
}
