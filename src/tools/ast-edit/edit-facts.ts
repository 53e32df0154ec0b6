import { findComments } from "../../edit/comment-spans.ts";
import type { Language } from "../../edit/language.ts";
import type { TextEdit } from "../../model/edit.ts";

const WORD = /[\p{ID_Continue}$]/u;

/**
 * Whether an edit runs into the word beside it: `return+new Date()` → `returnDate.now()`. The result
 * often parses, as something else; it counts as a syntax error that the edit adds.
 */
export function gluesWords(before: string, edits: readonly TextEdit[]): boolean {
  const areGlued = (left: string, right: string) => WORD.test(left) && WORD.test(right);
  return edits.some(({ start, end, text }) => {
    const [left, right] = [before.charAt(start - 1), before.charAt(end)];
    const first = text.charAt(0) || right;
    const last = text.charAt(text.length - 1) || left;
    const wasGlued =
      areGlued(left, before.charAt(start)) || areGlued(before.charAt(end - 1), right);
    return !wasGlued && (areGlued(left, first) || areGlued(last, right));
  });
}

/** Where an edit of a list stands in the text that all of them leave. */
export function spansAfter(edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const span = { start: start + shift, end: start + shift + text.length, text };
    shift += text.length - (end - start);
    return span;
  });
}

/** How a comment begins, in any of the languages; white space alone may be what one left behind. */
const COMMENT_START = /^\s*($|\/\/|\/\*|#|--|;|%|<!--|\{-|\(\*)/;

function canBeComment(text: string): boolean {
  return COMMENT_START.test(text);
}

/** Whether edits change comments, and nothing besides comments and white space. */
export function areCommentsOnly(
  before: string,
  after: string,
  edits: readonly TextEdit[],
  language: Language,
): boolean {
  const texts = edits.flatMap(({ start, end, text }) => [before.slice(start, end), text]);
  if (!texts.every(canBeComment)) return false; // Spares two parses.
  const [old, fresh] = [findComments(before, language), findComments(after, language)];
  const isNoise = (text: string, comments: typeof old, { start, end }: TextEdit) => {
    let at = start;
    let rest = "";
    for (const comment of comments) {
      if (comment.end <= start || comment.start >= end) continue;
      rest += text.slice(at, Math.max(at, comment.start));
      at = Math.max(at, comment.end);
    }
    return (rest + text.slice(at, Math.max(at, end))).trim() === "";
  };
  const hasComment = (comments: typeof old, { start, end }: TextEdit) =>
    comments.some((comment) => comment.start < end && comment.end > start);
  return spansAfter(edits).every((span, index) => {
    const edit = edits[index];
    return (
      edit !== undefined &&
      isNoise(before, old, edit) &&
      isNoise(after, fresh, span) &&
      (hasComment(old, edit) || hasComment(fresh, span))
    );
  });
}
