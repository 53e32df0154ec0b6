import type { SgNode } from "@ast-grep/napi";
import type { CompiledFix, KeptLayout } from "../compile/compiled-op.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import type { Language } from "../language/language.ts";
import { keepLayout } from "../text/keep-layout.ts";
import {
  type Anchor,
  type CaptureText,
  type LayoutPart,
  type Piece,
  type PlacedPiece,
  piecesOf,
  placedPiecesOf,
} from "../text/layout-pieces.ts";
import type { Span } from "../text/span.ts";
import type { Captures, Template } from "../text/template.ts";
import { refuseTooLong } from "../text/text-length.ts";
import { spanOf } from "./bindings.ts";

/** A match whose layout is kept. */
interface KeptMatch {
  readonly match: SgNode;
  readonly captures: Captures;
  readonly source: string;
  readonly language: Language;
}

/** Writes the replacement of a match with `layout: keep`: captures keep their bytes, and so does all that is the same. */
export function keptText(
  { template }: Pick<CompiledFix, "template">,
  { pattern }: KeptLayout,
  kept: KeptMatch,
): string {
  const textOf = textsOf(kept);
  const out = piecesOf(template.map(partOf), textOf);
  refuseTooLong(
    out.reduce((sum, { before, text }) => sum + before.length + text.length, 0),
    SUBJECT,
  );
  const base = pattern && piecesOf(pattern, textOf);
  const span = spanOf(kept.match);
  const names = namesIn(pattern ?? template.map(partOf));
  const text = keepLayout({ source: kept.source, ...span }, placedIn(kept, span, names, base), {
    base,
    out,
  });
  refuseTooLong(text.length, SUBJECT);
  return text;
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
  { match, captures, source, language }: KeptMatch,
  span: Span,
  names: readonly string[],
  base: readonly Piece[] | undefined,
): readonly PlacedPiece[] | undefined {
  const named = names.flatMap((capture): readonly Anchor[] => {
    const place = spanNamed(capture, captures);
    return place === undefined ? [] : [{ ...place, capture }];
  });
  const anchors = withoutOverlaps(named, span);
  const captured = anchors.reduce((sum, { start, end }) => sum + end - start, 0);
  if (span.end - span.start - captured > MAX_COMPARED) return undefined;
  const pieces = placedPiecesOf(source, span, anchors);
  if (base?.length === pieces.length && base.every(({ key }, at) => key === pieces[at]?.key))
    return pieces; // Then there is no comment among them.
  const comments = commentsBelow(match, language);
  return placedPiecesOf(source, span, withoutOverlaps([...named, ...comments], span));
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
