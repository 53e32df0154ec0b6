import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";

/** The languages that end most statements by the end of the line, but go on with some beginnings of the next one. */
const GOES_ON: ReadonlySet<Language> = new Set(["javascript", "typescript", "tsx"]);

/** The languages that end statements by the end of the line. */
const ENDS_WITH_LINE: ReadonlySet<Language> = new Set(
  "bash dart elixir go haskell kotlin lua python ruby scala swift yaml toml".split(" "),
);

/** White space and comments in front of a token. */
const BLANK = /(?:[ \t\r]+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
const BLANK_LINES = /(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;

/** The beginnings of a line with which JavaScript goes on with the statement before it. */
const CONTINUES = /(?:[[(`/+\-*<.,?:=&|^%!]|in\b|instanceof\b)/y;

/**
 * True if the code behind a `;` reads differently without it. `edit` is the place that is replaced; `isDeleted` says
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
  if (GOES_ON.has(language)) {
    const next = endOf(BLANK_LINES, source, terminator.end);
    CONTINUES.lastIndex = next;
    const continues = CONTINUES.test(source) && source.charAt(next) !== "";
    if (!isDeleted || !isLast) return continues || !endsLine;
    return (
      continues && !/(^|[;{])\s*$/.test(source.slice(Math.max(0, edit.start - 200), edit.start))
    );
  }
  if (isDeleted) return false;
  if (ENDS_WITH_LINE.has(language)) return !endsLine;
  return !(language === "css" && sameLine === "}");
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return Math.max(from, pattern.lastIndex);
}
