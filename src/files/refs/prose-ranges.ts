import type { TextRange } from "./hide-values.ts";

/** The line that opens a fenced block, without its line end; list items may begin on it. */
const FENCE = /^(?: {0,3}(?:[-+*]|\d{1,9}[.)])(?= )){0,9} {0,3}(`{3,}|~{3,})/;
const FENCE_END = /^( *)(`{3,}|~{3,})[ \t]*$/;

/** A fence that is open. */
interface Fence {
  readonly mark: string;
  /** The largest indentation of the line that closes it: that of the list item, and three spaces. */
  readonly indent: number;
}

/** A line that begins a list item or a heading: a code span does not reach into it. */
const NEW_BLOCK = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]|^ {0,3}#{1,6}(?:[ \t]|$)/;

const BLANK = /^[ \t]*$/;

/**
 * Returns the parts of a Markdown text outside of fenced blocks, each up to a place where a code span has to end: a
 * blank line, a list item, a heading, a fence. A fence that nothing closes reaches to the end of the text.
 *
 * Text that is only indented counts as prose: a prompt in YAML may be indented. Linear in the length of the text.
 */
export function proseRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let fence: Fence | undefined;
  let start: number | undefined;
  const close = (end: number) => {
    if (start !== undefined) ranges.push({ start, end });
    start = undefined;
  };
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end);
    if (fence !== undefined) {
      if (closes(content, fence)) fence = undefined;
      continue;
    }
    fence = openedBy(content);
    if (fence !== undefined || BLANK.test(content) || NEW_BLOCK.test(content)) close(line.start);
    if (fence === undefined) start ??= line.start;
  }
  close(text.length);
  return ranges;
}

/** Yields the lines without their ends, which are `\n`, `\r\n` or `\r`. */
function* linesOf(text: string): Iterable<TextRange> {
  let start = 0;
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|[\r\n]/g)) {
    yield { start, end: index };
    start = index + lineEnd.length;
  }
  yield { start, end: text.length };
}

/** Returns the fence of a line that opens a block. A fence of backticks has no backtick after it. */
function openedBy(line: string): Fence | undefined {
  const [opening, mark] = FENCE.exec(line) ?? [];
  if (opening === undefined || mark === undefined) return undefined;
  const isSpan = mark.startsWith("`") && line.includes("`", opening.length);
  return isSpan ? undefined : { mark, indent: opening.length - mark.length + 3 };
}

function closes(line: string, { mark, indent }: Fence): boolean {
  const [, spaces = "", closing = ""] = FENCE_END.exec(line) ?? [];
  return closing.length >= mark.length && closing[0] === mark[0] && spaces.length <= indent;
}
