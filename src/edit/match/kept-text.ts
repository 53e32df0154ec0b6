import type { SgNode } from "@ast-grep/napi";
import type { CompiledFix, KeptLayout } from "../compile/compiled-op.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import type { Captures } from "../replacement/expand-template.ts";
import { keepLayout } from "../replacement/keep-layout.ts";
import {
  type Anchor,
  type CaptureText,
  type LayoutPart,
  type Piece,
  type PlacedPiece,
  piecesOf,
  placedPiecesOf,
} from "../replacement/layout-pieces.ts";
import type { Template } from "../replacement/template.ts";
import type { Span } from "../text/span.ts";
import { refuseTooLong } from "../text/text-length.ts";
import { spanOf } from "./bindings.ts";
import { commaTest, joinLists, trimLists } from "./kept-lists.ts";
import type { KeptMatch } from "./ready-layout.ts";

/** Writes the replacement of a match with `layout: keep`: captures and all that is the same keep their bytes. */
export function keptText(
  { template }: Pick<CompiledFix, "template">,
  { pattern }: KeptLayout,
  found: KeptMatch,
): string {
  const written = template.map(partOf);
  const kept = { ...found, captures: trimLists(written, found) };
  const parts = joinLists(written, textsOf(kept));
  const out = piecesOf(parts, textsOf(kept));
  refuseTooLong(
    out.reduce((sum, { before, text }) => sum + before.length + text.length, 0),
    SUBJECT,
  );
  const text =
    keptByPattern(pattern, joinLists(written, textsOf(kept), commaTest(pattern, kept)), kept) ??
    keptByMatch(parts, kept);
  refuseTooLong(text.length, SUBJECT);
  return text;
}

/** Compares the template with the pattern; returns undefined without one, or if the match is written in another way. */
function keptByPattern(
  pattern: KeptLayout["pattern"],
  parts: readonly LayoutPart[],
  kept: KeptMatch,
): string | undefined {
  if (pattern === undefined) return undefined;
  const textOf = textsOf(kept);
  const base = piecesOf(joinLists(pattern, textOf, commaTest(pattern, kept)), textOf);
  const pieces = placedIn(kept, namesIn(pattern), { base, literals: [] });
  return keepLayout(placeOf(kept), pieces, { base, out: piecesOf(parts, textOf) });
}

/** Compares the template with the match itself: white space in its literals is no layout. */
function keptByMatch(parts: readonly LayoutPart[], kept: KeptMatch): string {
  const names = namesIn(parts);
  const literals = literalsIn(kept.match, capturesIn(names, kept));
  const pieces = placedIn(kept, names, { base: undefined, literals });
  const texts = literals.map(({ start, end }) => kept.source.slice(start, end));
  const out = piecesOf(parts, textsOf(kept), texts);
  return keepLayout(placeOf(kept), pieces, { base: undefined, out }) ?? "";
}

function placeOf({ match, source, language }: KeptMatch) {
  const end = statementEndOf(language);
  return { source, ...spanOf(match), lineEndsCount: end === "either" || end === "line" };
}

function capturesIn(names: readonly string[], { captures }: KeptMatch): readonly Anchor[] {
  return names.flatMap((capture): readonly Anchor[] => {
    const place = spanNamed(capture, captures);
    return place === undefined ? [] : [{ ...place, capture }];
  });
}

/** Kinds of text that white space is a part of, besides literals. */
const TEXT = /^(jsx_text|text|inline)$/;

/** Finds the literals of a match without the captures in them. */
function literalsIn(match: SgNode, captures: readonly Span[]): readonly Anchor[] {
  const sorted = [...captures].sort((a, b) => a.start - b.start);
  const found: Anchor[] = [];
  const visit = (node: SgNode, depth: number): void => {
    const { start, end } = spanOf(node);
    if (sorted.some((each) => each.start <= start && end <= each.end)) return;
    const kind = kindOf(node);
    if (depth <= MAX_DEPTH && !isLiteralKind(kind) && !TEXT.test(kind)) {
      for (const child of node.children()) visit(child, depth + 1);
      return;
    }
    let at = start;
    for (const each of [
      ...sorted.filter((one) => start <= one.start && one.end <= end),
      { start: end, end },
    ]) {
      if (each.start > at) found.push({ start: at, end: each.start, isLiteral: true });
      at = Math.max(at, each.end);
    }
  };
  visit(match, 1);
  return found;
}

const SUBJECT = "a replacement";

function partOf(part: Template[number]): LayoutPart {
  if (typeof part === "string") return part;
  const { kind, name } = part;
  return { capture: kind === "many" ? `$$$${name}` : kind === "single" ? `$${name}` : `=${name}` };
}

/** A text that a transform made has the name `=NAME`: it is no part of the match. */
function textsOf({ captures, source }: KeptMatch): CaptureText {
  return (capture) => {
    if (capture.startsWith("=")) return captures.transformed(capture.slice(1));
    const span = spanNamed(capture, captures);
    return span && source.slice(span.start, span.end);
  };
}

function spanNamed(capture: string, { single, many }: Captures): Span | undefined {
  if (capture.startsWith("=")) return undefined;
  return capture.startsWith("$$$") ? many(capture.slice(3)) : single(capture.slice(1));
}

function namesIn(parts: readonly LayoutPart[]): readonly string[] {
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : [part.capture]));
  return [...new Set(names)];
}

/** The most code outside of captures that is compared piece by piece; UTF-16 code units. */
const MAX_COMPARED = 8 * 1024;

/** Returns the pieces of a match; undefined if it has too much code outside of captures. */
function placedIn(
  kept: KeptMatch,
  names: readonly string[],
  {
    base,
    literals,
  }: { readonly base: readonly Piece[] | undefined; readonly literals: readonly Anchor[] },
): readonly PlacedPiece[] | undefined {
  const { match, source, language } = kept;
  const span = spanOf(match);
  const named = capturesIn(names, kept);
  const anchors = withoutOverlaps([...named, ...literals], span);
  const captured = anchors.reduce((sum, { start, end }) => sum + end - start, 0);
  if (span.end - span.start - captured > MAX_COMPARED) return undefined;
  const pieces = placedPiecesOf(source, span, anchors);
  if (base?.length === pieces.length && base.every(({ key }, at) => key === pieces[at]?.key))
    return pieces; // Then there is no comment among them.
  const comments = commentsBelow(match, language);
  return placedPiecesOf(source, span, withoutOverlaps([...named, ...literals, ...comments], span));
}

/** Returns the anchors inside of a span, sorted; of those that overlap, the first one. */
function withoutOverlaps(anchors: readonly Anchor[], { start, end }: Span): readonly Anchor[] {
  let last = start;
  return [...anchors]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((anchor) => {
      const fits = anchor.start >= last && anchor.end <= end && anchor.end > anchor.start;
      if (fits) last = anchor.end;
      return fits;
    });
}
