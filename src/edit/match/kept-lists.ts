import type { SgNode } from "@ast-grep/napi";
import { commentsBelow } from "../engine/comment-spans.ts";
import type { Language } from "../language/language.ts";
import type { Captures } from "../replacement/expand-template.ts";
import type { CaptureText, LayoutPart } from "../replacement/layout-pieces.ts";
import type { Span } from "../text/span.ts";

/** A match with lists among its captures. */
interface MatchedLists {
  readonly match: SgNode;
  readonly captures: Captures;
  readonly source: string;
  readonly language: Language;
}

/**
 * Returns the captures without the comma and the comments at the end of each list that the template goes on with: what
 * it adds comes before them.
 */
export function trimLists(
  parts: readonly LayoutPart[],
  { match, captures, source, language }: MatchedLists,
): Captures {
  const names = new Set(
    parts.flatMap((part, index) => {
      const next = parts[index + 1];
      const isOpen = isList(part) && typeof next === "string" && /^\s*,/.test(next);
      return isOpen ? [part.capture.slice(3)] : [];
    }),
  );
  if (names.size === 0) return captures;
  const comments = new Map(commentsBelow(match, language).map(({ start, end }) => [end, start]));
  const many = (name: string) => {
    const span = captures.many(name);
    return span && names.has(name) ? trimEnd(source, span, comments) : span;
  };
  return { ...captures, many };
}

function isList(part: LayoutPart | undefined): part is Exclude<LayoutPart, string> {
  return typeof part === "object" && part.capture.startsWith("$$$");
}

function trimEnd(
  source: string,
  { start, end }: Span,
  comments: ReadonlyMap<number, number>,
): Span | undefined {
  let at = end;
  let hasComma = false;
  for (;;) {
    while (at > start && /\s/.test(source.charAt(at - 1))) at -= 1;
    const comment = comments.get(at);
    if (comment !== undefined) at = comment;
    else if (!hasComma && source.charAt(at - 1) === ",") {
      hasComma = true;
      at -= 1;
    } else break;
  }
  return at > start ? { start, end: at } : undefined;
}

/**
 * Leaves out the comma of a template beside a list that is empty. `isKept` tells of a capture before the comma: the
 * match has one there, too.
 */
export function joinLists(
  parts: readonly LayoutPart[],
  textOf: CaptureText,
  isKept: (before: string, list: string) => boolean = () => false,
): readonly LayoutPart[] {
  const isEmpty = (part: LayoutPart | undefined) => isList(part) && !textOf(part.capture);
  return parts.map((part, index) => {
    if (typeof part !== "string") return part;
    if (isEmpty(parts[index - 1]) && /^\s*,/.test(part)) return part.replace(/^\s*,\s*/, "");
    const isLast = isEmpty(parts[index + 1]) && !/^\s*,/.test(textAt(parts, index + 2));
    const pair = pairAround(parts, index);
    return isLast && !(pair && isKept(...pair)) ? part.replace(/,\s*$/, "") : part;
  });
}

/** Returns a test for a comma that the pattern has between a capture and an empty list, and the match after it. */
export function commaTest(
  pattern: readonly LayoutPart[] | undefined,
  { captures, source }: Pick<MatchedLists, "captures" | "source">,
): (before: string, list: string) => boolean {
  const pairs = pattern?.map((_, index) => pairAround(pattern, index)?.join(" "));
  return (before, list) => {
    if (before.startsWith("$$$") || !pairs?.includes(`${before} ${list}`)) return false;
    const end = captures.single(before.slice(1))?.end;
    return end !== undefined && /^\s*,/.test(source.slice(end));
  };
}

/** Returns the names of the captures on both sides of a comma; undefined for any other part. */
function pairAround(parts: readonly LayoutPart[], index: number): [string, string] | undefined {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (typeof part !== "string" || part.trim() !== ",") return undefined;
  if (typeof before !== "object" || typeof after !== "object") return undefined;
  return [before.capture, after.capture];
}

function textAt(parts: readonly LayoutPart[], index: number): string {
  const part = parts[index];
  return typeof part === "string" ? part : "";
}
