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

/** Whether edits change comments, and leave all code as it was. */
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
  const areNoise = spansAfter(edits).every((span, index) => {
    const edit = edits[index];
    return (
      edit !== undefined &&
      isNoise(before, old, edit) &&
      isNoise(after, fresh, span) &&
      (hasComment(old, edit) || hasComment(fresh, span))
    );
  });
  return areNoise && codeOf(before, old) === codeOf(after, fresh);
}

/**
 * A text without its comments, in a form that tells what a comment between two words keeps apart: a
 * comment is a space, or a line end where it has one; white space is as much as it can mean. A comment
 * that swallows code, or whose loss joins two words, makes a difference here.
 */
function codeOf(text: string, comments: readonly { start: number; end: number }[]): string {
  let code = "";
  let at = 0;
  for (const { start, end } of comments) {
    code += `${text.slice(at, Math.max(at, start))}${text.slice(start, end).includes("\n") ? "\n" : " "}`;
    at = Math.max(at, end);
  }
  return (code + text.slice(at))
    .replace(/[^\S\n]*\n\s*?(?=[^\S\n]*\S|$)/g, "\n")
    .replace(/(?<=\S)[^\S\n]+/g, " ")
    .trim();
}
