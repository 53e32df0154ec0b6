import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import type { Span } from "../text/span.ts";

const C = /\/[/*]/;
const HASH = /#/;
const DASHES = /--/;
const MARKUP = /<!--/;

/** The signs with which comments begin, by language. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  bash: HASH,
  c: C,
  cpp: C,
  csharp: C,
  css: C,
  dart: C,
  elixir: HASH,
  go: C,
  html: MARKUP,
  java: C,
  javascript: /\/[/*]|<!--|-->|#!/,
  json: C,
  kotlin: C,
  lua: DASHES,
  markdown: MARKUP,
  php: /\/[/*]|#/,
  python: HASH,
  ruby: /#|=begin|__END__/,
  rust: C,
  scala: C,
  sql: /--|\/\*|#/,
  swift: C,
  toml: HASH,
  tsx: /\/[/*]|<!--|-->|#!/,
  typescript: /\/[/*]|<!--|-->|#!/,
  yaml: HASH,
};

/** True if a text has the sign of a comment, also in a literal. Of other languages it cannot be told. */
export function mayHaveComment(text: string, language: Language): boolean {
  return (Object.hasOwn(SIGNS, language) ? SIGNS[language] : undefined)?.test(text) ?? true;
}

/** Longer than the sign of a comment, which may begin in an edit and end after it; UTF-16 code units. */
const SIGN_LENGTH = 8;

const LINE_COMMENT = /\/\/|<!--|-->|#!/;

/** True if a comment may begin in a stretch of a text and end after it. */
export function mayEndInComment(text: string, { start, end }: Span, language: Language): boolean {
  // In JavaScript, no comment is inside of another one, and a line end ends each that is no block.
  const isFlat = statementEndOf(language) === "either";
  const stretch = text.slice(start, end);
  if (!isFlat) return mayHaveComment(text.slice(start, end + SIGN_LENGTH), language);
  const lastLine = text.slice(start + stretch.lastIndexOf("\n") + 1, end + SIGN_LENGTH);
  if (LINE_COMMENT.test(lastLine)) return true;
  // The earliest place after which no block comment ends before the end of the stretch.
  const open = Math.max(start, stretch.lastIndexOf("*/") + start - 1);
  const at = text.slice(open, end + 1).indexOf("/*");
  return at !== -1 && open + at < end;
}
