import { findComments } from "../../../edit/engine/comment-spans.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { Span } from "../../../edit/text/span.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import { spansWithin } from "../../../edit/text/spans-within.ts";
import type { TextEdit } from "../../../model/edit.ts";

/** The beginning of a comment in any of the languages; white space alone may be the rest of one. */
const COMMENT_START = /^\s*($|\/\/|\/\*|#|--|;|%|<!--|\{-|\(\*)/;

/** Returns true if the edits may change comments only. Edits that cannot need no parse to know it. */
export function canBeComments(before: string, edits: readonly TextEdit[]): boolean {
  return edits.every(
    ({ start, end, text }) =>
      COMMENT_START.test(before.slice(start, end)) && COMMENT_START.test(text),
  );
}

/** A text and its comments. */
interface CommentedText {
  readonly text: string;
  /** Sorted, never overlapping. */
  readonly comments: readonly Span[];
  /** The text without them. */
  readonly code: string;
}

/** Returns a check that edits of a text change its comments, and leave all code as it was. Parses `before` once. */
export function createCommentCheck(
  before: string,
  language: Language,
): (after: string, edits: readonly TextEdit[]) => boolean {
  let known: CommentedText | undefined;
  return (after, edits) => {
    known ??= readComments(before, language);
    const old = known;
    const fresh = readComments(after, language);
    if (old.code !== fresh.code || shebangOf(before) !== shebangOf(after)) return false;
    return spansAfter(edits).every((span, index) => {
      const edit = edits[index];
      if (edit === undefined) return false;
      const [were, are] = [spansWithin(old.comments, edit), spansWithin(fresh.comments, span)];
      const hasComment = were.length > 0 || are.length > 0;
      return hasComment && isNoise(before, were, edit) && isNoise(after, are, span);
    });
  };
}

/** Returns the line that names the program of the file. Some grammars call it a comment, but it is code. */
function shebangOf(text: string): string {
  return /^#!.*/.exec(text)?.[0] ?? "";
}

function readComments(text: string, language: Language): CommentedText {
  const comments: Span[] = [];
  for (const comment of findComments(text, language))
    if (comment.start >= (comments.at(-1)?.end ?? 0)) comments.push(comment);
  return { text, comments, code: codeOf(text, comments) };
}

/** Returns true if a span holds nothing but comments and white space. */
function isNoise(text: string, comments: readonly Span[], { start, end }: Span): boolean {
  let at = start;
  let rest = "";
  for (const comment of comments) {
    rest += text.slice(at, Math.max(at, comment.start));
    at = Math.max(at, comment.end);
  }
  return (rest + text.slice(at, Math.max(at, end))).trim() === "";
}

/**
 * Returns a text without its comments, in a normal form: a comment becomes a space, or a line end if it has one, and
 * runs of white space become one. So a comment that swallows code, or whose loss joins two words, makes a difference.
 */
function codeOf(text: string, comments: readonly Span[]): string {
  let code = "";
  let at = 0;
  for (const { start, end } of comments) {
    code += `${text.slice(at, start)}${text.slice(start, end).includes("\n") ? "\n" : " "}`;
    at = end;
  }
  return (code + text.slice(at))
    .split("\n")
    .map((line) => line.trimEnd().replace(/(?<=\S)\s+/g, " "))
    .filter((line) => line !== "")
    .join("\n")
    .trim();
}
