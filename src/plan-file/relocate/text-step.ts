import { createRebase } from "../../edit/text/rebase-edits.ts";
import type { TextEdit } from "../../model/edit.ts";
import { LineMap } from "./line-map.ts";

/** A NUL character stands in no text that can be edited. */
const [FIRST, LAST] = ["\0first", "\0last"];

/** A place in a text: UTF-16 offsets, end exclusive. */
export type Span = Pick<TextEdit, "start" | "end">;

/** One change of a text, from which the place of an edit afterwards follows. */
export interface TextStep {
  /** Returns the place of a span afterwards; undefined if it was changed, or could be in two places. */
  move(span: Span): Span | undefined;
}

/** A change by edits of Sluice's own: every place outside of them is known. */
export function ownStep(edits: readonly TextEdit[]): TextStep {
  const rebase = createRebase([edits]);
  return {
    move({ start, end }) {
      const moved = rebase({ start, end, text: "" });
      return moved && { start: moved.start, end: moved.end };
    },
  };
}

/** A change by edits that may be coarser than the change, as of an undo: its texts are compared where they overlap. */
export function knownStep(
  edits: readonly TextEdit[],
  texts: () => { readonly before: string; readonly after: string },
): TextStep {
  const own = ownStep(edits);
  let compared: TextStep | undefined;
  return {
    move(span) {
      const moved = own.move(span);
      if (moved !== undefined) return moved;
      const { before, after } = texts();
      compared ??= foreignStep(before, after);
      return compared.move(span);
    },
  };
}

/** A change by another: a place is found by its lines, which are compared. Never guesses. */
export function foreignStep(before: string, after: string): ForeignStep {
  return new ForeignStep(before, after);
}

/** The lines that a span rests on, ends inclusive. */
interface Lines {
  readonly first: number;
  readonly last: number;
}

class ForeignStep implements TextStep {
  readonly #before: string;
  readonly #after: string;
  readonly #old: MarkedLines;
  readonly #fresh: MarkedLines;
  #map: LineMap | undefined;

  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
    this.#old = markLines(before);
    this.#fresh = markLines(after);
  }

  move(span: Span): Span | undefined {
    const { first, last } = linesOf(span, this.#old);
    const place = this.#lineMap().placeOf(first, last);
    if (place === undefined || !this.#hasSameEnds({ first, last }, place)) return undefined;
    const anchor = lineAt(this.#old, span.start);
    const from = this.#fresh.starts[place + anchor - first] ?? 0;
    const start = from + span.start - (this.#old.starts[anchor] ?? 0);
    if (start < 0) return undefined; // It stood before a byte order mark.
    const end = start + span.end - span.start;
    const isSame = this.#after.slice(start, end) === this.#before.slice(span.start, span.end);
    return isSame ? { start, end } : undefined;
  }

  /** Returns the lines that a span rests on, and those that stand in their place now. */
  compare(span: Span): {
    readonly line: number;
    readonly expected: string;
    readonly found: string;
    /** The lines are the same, with other ends. */
    readonly hasOtherEnds: boolean;
  } {
    const line = lineAt(this.#old, span.start);
    const last = lineAt(this.#old, Math.max(span.start, span.end - 1));
    const expected = this.#old.lines.slice(line, last + 1).join("\n");
    const [from] = this.#lineMap().linesInsteadOf(line);
    const [, to] = this.#lineMap().linesInsteadOf(last);
    const inside = this.#fresh.lines.slice(
      Math.max(1, from),
      Math.min(to, this.#fresh.lines.length - 1),
    );
    const found = inside.join("\n");
    const hasOtherEnds =
      expected === found && !this.#hasSameEnds({ first: line, last }, Math.max(1, from));
    return { line, expected, found, hasOtherEnds };
  }

  #lineMap(): LineMap {
    this.#map ??= new LineMap(this.#old.lines, this.#fresh.lines);
    return this.#map;
  }

  /** True if no line has another kind of end: edits have the ends of the text that they were made for. */
  #hasSameEnds({ first, last }: Lines, place: number): boolean {
    for (let line = first; line <= last; line += 1) {
      const [old, fresh] = [
        endOf(this.#before, this.#old, line),
        endOf(this.#after, this.#fresh, place + line - first),
      ];
      if (old !== "" && fresh !== "" && old !== fresh) return false;
    }
    return true;
  }
}

/** Returns the lines that a span rests on: of an insertion between two lines, both. */
function linesOf({ start, end }: Span, marked: MarkedLines): Lines {
  const first = lineAt(marked, start);
  if (end > start) return { first, last: lineAt(marked, end - 1) };
  const isBetween = start <= (marked.starts[first] ?? 0);
  const isAtEnd = first === marked.lines.length - 2 && start === marked.starts.at(-1);
  return { first: isBetween ? first - 1 : first, last: isAtEnd ? first + 1 : first };
}

/** Returns the characters that end a line: none, a line feed, or both. */
function endOf(text: string, { lines, starts }: MarkedLines, line: number): string {
  const length = lines[line]?.length ?? 0;
  if (line === 0 || line >= lines.length - 2) return "";
  return text.slice((starts[line] ?? 0) + length, starts[line + 1]);
}

/** The lines of a text between two marks that no line of a text can equal. */
interface MarkedLines {
  /** Without their ends, and without a byte order mark. The first and the last are the marks. */
  readonly lines: readonly string[];
  /** The offset at which each line begins; of the last mark, the length of the text. */
  readonly starts: readonly number[];
}

/** Splits a text into its lines, between the marks of its beginning and its end. */
function markLines(text: string): MarkedLines {
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
function lineAt({ lines, starts }: MarkedLines, offset: number): number {
  let [low, high] = [1, lines.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low - 1);
}
