import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import type { SearchBounds } from "../../model/search/search-bounds.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { countLenient } from "../engine/lenient-syntax.ts";
import { findParseIssues, type ParseIssues } from "../engine/parse-issues.ts";
import type { Language } from "../language/language.ts";
import { copiesOf, type MatchCopies } from "../loss/copied-code.ts";
import { createLossSearch, type MatchLosses } from "../loss/match-losses.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import { findReplacements, type SearchExtent } from "../match/find-replacements.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import { onlyOnce } from "../text/only-once.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { touchesOneOf } from "../text/touches-one-of.ts";
import { mergeReplacements } from "./merge-replacements.ts";
import { type Part, partsOf } from "./parts.ts";
import { possibleOps } from "./possible-ops.ts";
import { moveToComposed, withImports } from "./with-imports.ts";

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
  /** The code that accepted replacements copy. */
  readonly copies: readonly MatchCopies[];
  readonly parts: readonly Part[];
}

/** The tree of a text, with what is known of it. */
export interface KnownTree {
  readonly root: SgNode;
  /** The `ERROR` and made-up nodes, in the order of the tree. Absent: they are searched. */
  readonly errors?: readonly SgNode[];
  /** The matches of each op, all of them. Absent: they are searched. */
  readonly matches?: ReadonlyMap<CompiledOp, readonly SgNode[]> | undefined;
}

/** The circumstances of a search. */
export interface TextSearch {
  readonly bounds?: SearchBounds | undefined;
  /** The caller leaves a text with errors alone: of a long one, it needs only the first replacement of each op. */
  readonly skipsBroken?: boolean;
  /** Finds what the accepted replacements lose and copy. Default: true. */
  readonly findsLosses?: boolean;
  /** False if all nodes are asked if they are errors. Default: true. */
  readonly tokenLists?: boolean | undefined;
  /**
   * Sorted places of the text: a match that touches none of them is left out, as if there were none. Default: all of
   * it.
   */
  readonly places?: readonly Span[] | undefined;
  /** The tree of the text. Default: the text is parsed. */
  readonly tree?: KnownTree | undefined;
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
  { bounds, skipsBroken = false, findsLosses = true, tokenLists, places, tree }: TextSearch = {},
): SearchedText {
  const parts = partsOf(text, language, ops, tree?.root);
  const { errors, matches } = tree ?? {};
  const issues = onlyOnce(() => findParseIssues(parts, text, { errors, tokenLists }));
  const isSuspect = text.length > LONG || errors !== undefined;
  const onlyFirst = skipsBroken && isSuspect && issues().errorNodes > 0;
  const found = findsLosses ? { losses: [], copies: [], skipsBroken } : undefined;
  const byOp: OpReplacements[] = [];
  for (const op of ops) {
    const only = { bounds, onlyFirst, places, matches: matches?.get(op) };
    byOp.push(replacementsOf(op, parts, only, found));
  }
  const merged = mergeReplacements(byOp);
  const whole = withImports({ text, language, ops }, merged.accepted, issues);
  const kept = (found: readonly MatchLosses[]) => moveToComposed(found, merged.accepted, whole);
  return {
    ...merged,
    accepted: whole,
    issues,
    lenientErrors: () => countLenient(parts, { isClean: issues().errorNodes === 0 }),
    comments: onlyOnce(() => findComments(parts)),
    losses: kept(ofAccepted(found?.losses ?? [], merged.accepted)),
    copies: ofAccepted(found?.copies ?? [], whole),
    parts,
  };
}

/** The code about which the result of the edits is asked. */
interface FoundCode {
  readonly losses: MatchLosses[];
  readonly copies: MatchCopies[];
  readonly skipsBroken: boolean;
}

/** Leaves out what is known of replacements that gave way to another op's. */
function ofAccepted<Found extends Omit<Replacement, "text">>(
  found: readonly Found[],
  accepted: readonly Replacement[],
): readonly Found[] {
  if (found.length === 0) return found;
  const keyOf = ({ opId, start, end }: Omit<Replacement, "text">) => `${opId} ${start} ${end}`;
  const keys = new Set(accepted.map(keyOf));
  return found.filter((each) => keys.has(keyOf(each)));
}

function findComments(parts: readonly Part[]): readonly Span[] {
  const found = parts.flatMap(({ root, language, shift }) =>
    commentsBelow(root(), language).map((span) => moveSpan(span, shift)),
  );
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Finds the replacements of an op in all parts of its language. An op that changes imports has none. */
function replacementsOf(
  op: CompiledOp,
  parts: readonly Part[],
  extent: SearchExtent & Pick<TextSearch, "places">,
  found: FoundCode | undefined,
): OpReplacements {
  const inParts: OpReplacements[] = [];
  const mayMatch = op.imports === undefined && extent.matches?.length !== 0;
  for (const part of mayMatch ? parts : []) {
    // Also where the engine has found matches: an op leaves texts alone that lack a text of its pattern.
    const isPossible = part.language === op.language && possibleOps(part.code, [op]).length > 0;
    if (isPossible) inParts.push(replacementsIn(part, op, extent, found));
  }
  return {
    accepted: inParts.flatMap(({ accepted }) => accepted),
    superseded: inParts.flatMap(({ superseded }) => superseded),
  };
}

/** Finds the replacements of an op in a part, in offsets of the text. Throws for an edit that leaves the part. */
function replacementsIn(
  part: Part,
  op: CompiledOp,
  { places, ...extent }: SearchExtent & Pick<TextSearch, "places">,
  found: FoundCode | undefined,
): OpReplacements {
  const onAccepted = found && createCodeSearch(part, op, found);
  const { root, source, shift, code } = part;
  const isKept = places && ((place: Span) => touchesOneOf(places, moveSpan(place, shift)));
  const search = { ...extent, isKept, onAccepted };
  const { accepted, superseded } = findReplacements(root(), source, op, search);
  const start = source.length - code.length;
  if (accepted.some((edit) => edit.start < start))
    throw new ToolError(`\`${op.id}\` would edit more than the code that stands in the page.`);
  const moved = <Edit extends Replacement>(edit: Edit): Edit => moveSpan(edit, shift);
  return { accepted: accepted.map(moved), superseded: superseded.map(moved) };
}

/** Returns a function that notes what an accepted match loses and copies. */
function createCodeSearch(
  { root, source, shift }: Part,
  op: CompiledOp,
  code: FoundCode,
): (match: AcceptedMatch) => void {
  const known = code.skipsBroken ? { hasErrors: () => false } : {};
  const findLosses = createLossSearch(root(), source, op, known);
  return (match) => {
    const found = findLosses(match);
    if (found !== undefined) code.losses.push(moveLosses(found, shift));
    const copies = copiesOf(match, op, source);
    if (copies !== undefined) code.copies.push(moveSpan(copies, shift));
  };
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
