import type { SgNode } from "@ast-grep/napi";
import { isComment } from "../engine/engine.ts";
import type { Span } from "../text/span.ts";
import { spanOf } from "./bindings.ts";
import type { LeavingElements } from "./leaving-elements.ts";
import { elementBeyond, elementOf, isSeparator, type ListElement } from "./list-element.ts";
import { type EditPlace, wholeLines } from "./whole-lines.ts";

/** A match that `deleteLines` deletes. */
interface DeletedMatch extends EditPlace {
  /** The elements that the same op deletes. */
  readonly leaving: LeavingElements;
}

/**
 * Returns the stretch of text that goes with a match: its whole lines, as {@link wholeLines} says. An element of a list
 * takes one separator along, the one after it or else the one before it, and the white space to its neighbour. The
 * stretches of elements that all go do not overlap.
 */
export function deletedSpan(match: SgNode, deleted: DeletedMatch): Span {
  const { own, span, leaving } = deleted;
  const lines = wholeLines(match, deleted);
  const isExpanded = own.start !== span.start || own.end !== span.end;
  const element = isExpanded || own.start === own.end ? undefined : elementOf(match);
  if (element === undefined) return lines;
  const hasLines = lines.start !== own.start || lines.end !== own.end;
  if (element.isAttribute) return hasLines ? lines : attributeSpan(element, deleted);
  const taken = leaving.separatorOf(element);
  const withSpace = { start: spaceBefore(element, deleted), end: own.end };
  if (taken === "needed") return own;
  if (taken === "first") return isSeparator(element.next) ? withSpace : own;
  if (taken === "kept") return hasLines || !mayTakeSpace(element, leaving) ? lines : withSpace;
  if (taken === "before") return withPrevious(element, deleted);
  const hasSeparator = element.next !== undefined && lines.end >= spanOf(element.next).end;
  return hasLines && hasSeparator ? lines : withNext(element, deleted);
}

/** True for the last element of a list that keeps the separator before it, unless the element before takes that. */
function mayTakeSpace({ previous, next }: ListElement, leaving: LeavingElements): boolean {
  if (!isSeparator(previous) || isSeparator(next)) return false;
  return !leaving.has(elementBeyond(previous, "before"));
}

/** Takes the separator after an element, and the white space after that or before the element. */
function withNext(element: ListElement, deleted: DeletedMatch): Span {
  const { node, place, previous, next } = element;
  const { text, leaving } = deleted;
  if (next === undefined) return place;
  const { end } = spanOf(next);
  const following = next.next();
  const space = spaceAt(text, end);
  const isBroken = space.includes("\n");
  const isLast = following === null || !(following.isNamed() || isSeparator(following));
  const hasElement = isSeparator(previous);
  const isBehindLeaving = hasElement && leaving.has(elementBeyond(previous, "before"));
  if (hasElement && !isBehindLeaving && (isLast || isBroken))
    return { start: spaceBefore(element, deleted), end };
  if (following === null) return { start: place.start, end };
  const staysBroken =
    isBroken && (hasElement || isComment(following) || leaving.has(elementBeyond(next, "after")));
  return { start: spanOf(node).start, end: staysBroken ? end : end + space.length };
}

/** Takes the separator before an element, with the white space on both of its sides. */
function withPrevious({ place, previous }: ListElement, { text }: DeletedMatch): Span {
  if (previous === undefined) return place;
  const { start } = spanOf(previous);
  const before = previous.prev();
  return {
    start: before === null || isComment(before) ? start : endOfCode(text, start),
    end: place.end,
  };
}

/** Takes the white space before an attribute, or that after it if the attribute is the first one on its line. */
function attributeSpan({ node, place, previous, next }: ListElement, deleted: DeletedMatch): Span {
  const { text, leaving } = deleted;
  const start = endOfCode(text, place.start);
  if (!text.slice(start, place.start).includes("\n")) return { start, end: place.end };
  const space = spaceAt(text, place.end);
  const isFollowed = next?.isNamed() === true && !space.includes("\n");
  if (isFollowed && !leaving.has(next))
    return { start: place.start, end: place.end + space.length };
  if (leaving.has(previous))
    return { start: text.lastIndexOf("\n", place.start) + 1, end: place.end };
  return { start: spaceBefore({ node, place }, deleted), end: place.end };
}

/** Returns the start of the white space before an element; its own start if a comment may need the line end there. */
function spaceBefore(
  { node, place }: Pick<ListElement, "node" | "place">,
  { text }: DeletedMatch,
): number {
  const before = node.prev();
  const start = endOfCode(text, place.start);
  const isBroken = text.slice(start, place.start).includes("\n");
  return before === null || (isBroken && isComment(before)) ? place.start : start;
}

function endOfCode(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

const SPACE = /\s*/y;

function spaceAt(text: string, offset: number): string {
  SPACE.lastIndex = offset;
  return SPACE.exec(text)?.[0] ?? "";
}
