import type { Span } from "../../edit/text/span.ts";
import type { Zones } from "./scanned-text.ts";

/** Texts in Markdown, also with code of MDX. */
export const MARKDOWN = /\.(md|markdown|mdx)$/i;

const RAW_START = /^\s{0,3}<(?:script|pre|style|textarea)\b/i;
const RAW_END = /<\/(?:script|pre|style|textarea)>/i;
const FENCE = /^([ \t]{0,40})(`{3,}|~{3,})[^`]*$/;

/** HTML and, in MDX, code: backticks may mean something else beside it. */
const MARKUP = /<(?:[a-z][^:@>]{0,40}(?:[\s>/]|$)|[/!?])/i;
const MDX = /[<{]|^\s{0,9}(?:import|export)\b/m;

/** A block of code that is open. */
interface Fence {
  readonly start: number;
  readonly indent: string;
  readonly marks: string;
}

/**
 * Returns blocks and spans of code as the literals of a text in Markdown, in time by its length. In doubt, as beside
 * HTML and in a block without an end, it is no code to read but text that a page may have.
 */
export function markdownZones(text: string, isMdx: boolean): Zones {
  const markup = isMdx ? MDX : MARKUP;
  const literals: Span[] = [];
  let paragraph: Span = { start: 0, end: 0 };
  let hasMarkup = false;
  let fence: Fence | undefined;
  let isRaw = false;
  const begin = (start: number) => {
    const spans = codeSpans(text, paragraph);
    if (!markup.test(withoutSpans(text, paragraph, spans))) literals.push(...spans);
    paragraph = { start, end: start };
    hasMarkup = false;
  };
  for (const { 0: line, index: start } of text.matchAll(/[^\n]+\n?|\n/g)) {
    const end = start + line.length;
    const isBlank = line.trim() === "";
    if (fence !== undefined) {
      const isEnd = closes(line, fence);
      if (isEnd) literals.push({ start: fence.start, end });
      const isInside = isBlank || line.startsWith(fence.indent);
      if (isEnd || !isInside) {
        fence = undefined;
        begin(isEnd ? end : start);
      }
      if (isInside) continue;
    }
    const isRawStart = !isRaw && RAW_START.test(line);
    if (isRaw || isRawStart) isRaw = !RAW_END.test(line);
    const [, indent = "", marks] = FENCE.exec(line.trimEnd()) ?? [];
    if (marks && !hasMarkup && !isRaw) fence = { start, indent, marks };
    if (isBlank || fence || isRaw || isRawStart) begin(end);
    else paragraph = { start: paragraph.start, end };
    hasMarkup ||= markup.test(line) && !fence;
  }
  begin(text.length);
  return { comments: [], literals };
}

function closes(line: string, { indent, marks }: Fence): boolean {
  const mark = line.trim();
  return line.startsWith(indent) && mark.startsWith(marks) && /^(?:`+|~+)$/.test(mark);
}

/** Pairs each run of backticks with the next of its length. */
function codeSpans(text: string, { start, end }: Span): readonly Span[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)].map(({ 0: { length }, index }) => ({
    at: start + index,
    length,
  }));
  const next = new Map<number, number>();
  const ends = runs.toReversed().map(({ at, length }) => {
    const close = next.get(length);
    next.set(length, at);
    return close === undefined ? undefined : close + length;
  });
  const spans: Span[] = [];
  let after = start;
  for (const [index, { at }] of runs.entries()) {
    const close = ends[runs.length - 1 - index];
    if (at < after || close === undefined) continue;
    spans.push({ start: at, end: close });
    after = close;
  }
  return spans;
}

function withoutSpans(text: string, paragraph: Span, spans: readonly Span[]): string {
  let rest = "";
  let { start } = paragraph;
  for (const span of spans) {
    rest += text.slice(start, span.start);
    start = span.end;
  }
  return rest + text.slice(start, paragraph.end);
}
