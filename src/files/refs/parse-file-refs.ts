import { spanCloser } from "./code-spans.ts";
import { hideValues, type TextRange } from "./hide-values.ts";
import { proseRanges } from "./prose-ranges.ts";
import { type RefToken, readRefToken } from "./ref-token.ts";

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
    };

/** A thing found in a text, between parts that stay as they are. */
type Mark =
  | { readonly kind: "escape"; readonly start: number; readonly end: number }
  | (Extract<RefToken, { readonly kind: "ref" }> & { readonly start: number });

/**
 * Cuts a prompt into text, escapes and references to files (F16, F17). The segments cover the text without gaps, in
 * order.
 *
 * `opaque` are the ranges that are values: they are not searched, and the references beside them do not depend on their
 * content (F14, F18). Linear in the length of the text; never throws.
 */
export function parseFileRefs(
  text: string,
  opaque: readonly TextRange[] = [],
): readonly PromptSegment[] {
  const hidden = hideValues(text, opaque);
  const segments: PromptSegment[] = [];
  let from = 0;
  const addText = (start: number, end: number) => {
    if (start < end) segments.push({ kind: "text", start, end, text: text.slice(start, end) });
  };
  for (const range of proseRanges(hidden.text)) {
    for (const mark of marksIn(hidden.text.slice(range.start, range.end))) {
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
  const { path, isPackageName } = mark;
  return { kind: "ref", start, end, token: text.slice(start, end), path, isPackageName };
}

/** Finds escapes and references in one range of prose, outside of code spans; offsets in the range. */
function* marksIn(prose: string): Iterable<Mark> {
  const closerOf = spanCloser(prose);
  const special = /\\[\\`@]|`+|@/g; // A backslash before a backslash or a backtick takes its meaning away.
  let tokenEnd = 0;
  for (let found = special.exec(prose); found !== null; found = special.exec(prose)) {
    const { index: start, 0: what } = found;
    const end = start + what.length;
    if (what === "\\@") yield { kind: "escape", start, end };
    else if (what.startsWith("`")) special.lastIndex = closerOf(end, what.length) ?? end;
    else if (what === "@" && start >= tokenEnd) {
      const token = readRefToken(prose, start);
      tokenEnd = token.end;
      if (token.kind === "text") continue; // An escape may be in it.
      yield { ...token, start };
      special.lastIndex = token.end;
    }
  }
}
