import type { Language } from "../language/language.ts";

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
