/** The lines of a text between two marks that no line of a text can equal. */
export interface MarkedLines {
  /** Without their ends, and without a byte order mark. The first and the last are the marks. */
  readonly lines: readonly string[];
  /** The offset at which each line begins; of the last mark, the length of the text. */
  readonly starts: readonly number[];
}

/** A NUL character stands in no text that can be edited. */
const [FIRST, LAST] = ["\0first", "\0last"];

/** Splits a text into its lines, between the marks of its beginning and its end. */
export function markLines(text: string): MarkedLines {
  const lines: string[] = [FIRST];
  const starts = [0];
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; ; ) {
    const end = text.indexOf("\n", at);
    const stop = end === -1 ? text.length : end;
    const isReturn = end > at && text.charCodeAt(stop - 1) === 0x0d;
    lines.push(text.slice(at, isReturn ? stop - 1 : stop));
    starts.push(at);
    if (end === -1) break;
    at = end + 1;
  }
  lines.push(LAST);
  starts.push(text.length);
  return { lines, starts };
}

/** Returns the index of the line that has an offset; never a mark. */
export function lineAt({ lines, starts }: MarkedLines, offset: number): number {
  let [low, high] = [1, lines.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low - 1);
}
