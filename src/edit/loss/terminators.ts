import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import type { Span } from "../text/span.ts";

/** White space and comments in front of a token. */
const BLANK = /(?:[ \t\r]+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
const BLANK_LINES = /(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;

/** The beginnings of a line with which JavaScript goes on with the statement before it; not `++` and `--`. */
const CONTINUES = /[[(`/*<.,?:=&|^%]|!=|\+(?!\+)|-(?!-)|in\b|instanceof\b/y;

/** True if a line that begins at an offset goes on with the statement before it, in JavaScript. */
export function continuesAt(text: string, offset: number): boolean {
  CONTINUES.lastIndex = offset;
  return CONTINUES.test(text);
}

/**
 * True if the code after a `;` reads differently without it. `edit` is the place that is replaced; `isDeleted` says
 * that nothing takes its place, so that the code before it comes first.
 */
export function needsTerminator(
  { source, language }: { readonly source: string; readonly language: Language },
  terminator: Span,
  { edit, isDeleted }: { readonly edit: Span; readonly isDeleted: boolean },
): boolean {
  const isLast = terminator.end === edit.end;
  const sameLine = source.charAt(endOf(BLANK, source, terminator.end));
  const endsLine = sameLine === "" || sameLine === "\n" || sameLine === "}";
  const ending = statementEndOf(language);
  if (ending === "either") {
    const next = endOf(BLANK_LINES, source, terminator.end);
    const continues = continuesAt(source, next);
    if (!isDeleted || !isLast) return continues || !endsLine;
    return continues && !/[;{]/.test(charBefore(source, edit.start) ?? ";");
  }
  if (isDeleted) return false;
  if (ending === "line") return !endsLine;
  return !(language === "css" && sameLine === "}");
}

/** Returns the last character before an offset that is no white space. */
function charBefore(text: string, offset: number): string | undefined {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text.charAt(at))) at -= 1;
  return at < 0 ? undefined : text.charAt(at);
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return Math.max(from, pattern.lastIndex);
}
