import { hideValues, type TextRange } from "./hide-values.ts";
import { proseRanges } from "./prose-ranges.ts";
import { type PathKnowledge, type RefToken, readRefToken } from "./ref-token.ts";

/** A part of a prompt; UTF-16 offsets, `end` is exclusive. */
export type PromptSegment =
  /** To the letter. */
  | { readonly kind: "text"; readonly start: number; readonly end: number; readonly text: string }
  /** `\@`, which is a plain `@`. */
  | { readonly kind: "escape"; readonly start: number; readonly end: number; readonly text: "@" }
  | {
      readonly kind: "ref";
      readonly start: number;
      readonly end: number;
      /** As written, with its `@`. */
      readonly token: string;
      /** Without quotes, and without the backslashes before spaces. */
      readonly path: string;
      /** True if it has the form of an npm package's name: a reference only if it exists in scope (F17). */
      readonly isPackageName: boolean;
      /** For a word that names nothing: the name that was probably meant (F19). */
      readonly near?: string;
    };

const NOTHING: PathKnowledge = { exists: false };

/** A thing found in a text, between parts that stay as they are. */
type Mark =
  | { readonly kind: "escape"; readonly start: number; readonly end: number }
  | (Extract<RefToken, { readonly kind: "ref" }> & { readonly start: number });

/**
 * Cuts a prompt into text, escapes and references to files (F16, F17, F19, F20). The segments cover the text without
 * gaps, in order.
 *
 * `opaque` are the ranges that are values: they are not searched, and the references beside them do not depend on their
 * content (F14, F18). `lookUp` returns what a tree knows of a path, which is relative to its root; by default nothing
 * exists, so that a word such as `@LICENSE` is text. Linear in the length of the text; never throws by itself.
 */
export function parseFileRefs(
  text: string,
  opaque: readonly TextRange[] = [],
  lookUp: (path: string) => PathKnowledge = () => NOTHING,
): readonly PromptSegment[] {
  const hidden = hideValues(text, opaque);
  const segments: PromptSegment[] = [];
  let from = 0;
  const addText = (start: number, end: number) => {
    if (start < end) segments.push({ kind: "text", start, end, text: text.slice(start, end) });
  };
  for (const range of proseRanges(hidden.text)) {
    for (const mark of marksIn(hidden.text.slice(range.start, range.end), lookUp)) {
      const start = hidden.original(range.start + mark.start);
      const end = hidden.original(range.start + mark.end);
      addText(from, start);
      segments.push(segmentOf(mark, { start, end }, text));
      from = end;
    }
  }
  addText(from, text.length);
  return segments;
}

function segmentOf(mark: Mark, { start, end }: TextRange, text: string): PromptSegment {
  if (mark.kind === "escape") return { kind: "escape", start, end, text: "@" };
  return { ...mark, start, end, token: text.slice(start, end) };
}

/** Finds escapes and references in one range of prose, outside of code spans; offsets in the range. */
function* marksIn(prose: string, lookUp: (path: string) => PathKnowledge): Iterable<Mark> {
  const closerOf = spanCloser(prose);
  const marks = new OpenMarks(prose);
  const special = /\\[\\`@]|`+|@|[*_~]+/g; // A backslash before a backslash or a backtick takes its meaning away.
  let tokenEnd = 0;
  for (let found = special.exec(prose); found !== null; found = special.exec(prose)) {
    const { index: start, 0: what } = found;
    const end = start + what.length;
    if (what === "\\@") yield { kind: "escape", start, end };
    else if (what.startsWith("`")) special.lastIndex = closerOf(end, what.length) ?? end;
    else if (what !== "@") marks.note(start, end);
    else if (start >= tokenEnd) {
      const token = readRefToken(prose, start, { lookUp, open: marks.open });
      tokenEnd = token.end;
      if (token.kind === "text") continue; // An escape may be in it.
      yield { ...token, start };
      special.lastIndex = token.end;
    }
  }
}

/**
 * Returns a function that finds the end of a code span in a piece of prose, given the offset after its opening
 * backticks and their number; undefined if nothing closes it, so that they are text. As in Markdown, n backticks are
 * closed by the next run of n.
 *
 * Offsets have to ascend from call to call, so that all calls together are linear in the length of the piece.
 */
function spanCloser(prose: string): (behind: number, length: number) => number | undefined {
  const runs = new Map<number, { readonly at: number[]; next: number }>();
  for (const { index, 0: run } of prose.matchAll(/`+/g)) {
    const same = runs.get(run.length) ?? { at: [], next: 0 };
    same.at.push(index);
    runs.set(run.length, same);
  }
  return (behind, length) => {
    const same = runs.get(length);
    if (same === undefined) return undefined;
    while ((same.at[same.next] ?? behind) < behind) same.next += 1;
    const closing = same.at[same.next];
    return closing === undefined ? undefined : closing + length;
  };
}

/** The marks of emphasis in a piece of prose that were opened, and not closed yet. */
class OpenMarks {
  readonly open = new Set<string>();
  readonly #prose: string;

  constructor(prose: string) {
    this.#prose = prose;
  }

  /** Notes a run of marks. It opens emphasis at the beginning of a word, closes it at the end, and is text inside. */
  note(start: number, end: number): void {
    const isBegin = isApart(this.#prose[start - 1]) && !isSpace(this.#prose[end]);
    const isEnd = !isSpace(this.#prose[start - 1]) && isApart(this.#prose[end]);
    for (const mark of new Set(this.#prose.slice(start, end)))
      if (isBegin) this.open.add(mark);
      else if (isEnd) this.open.delete(mark);
  }
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

/** True beside a word. */
function isApart(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{M}\p{N}]/u.test(character);
}
