import type { Language } from "./language.ts";

/** The sign that ends a statement: `;`, the end of the line, or either, unless the next line goes on with it. */
export type StatementEnd = "semicolon" | "line" | "either";

const LANGUAGES: Readonly<Record<StatementEnd, ReadonlySet<Language>>> = {
  semicolon: new Set("c cpp csharp css dart java php rust".split(" ")),
  line: new Set("bash elixir go haskell kotlin lua python ruby scala swift toml yaml".split(" ")),
  either: new Set("javascript tsx typescript".split(" ")),
};

/** Returns the end of the statements of a language; undefined if it has none, or if it is not known. */
export function statementEndOf(language: Language): StatementEnd | undefined {
  const ends: readonly StatementEnd[] = ["semicolon", "line", "either"];
  return ends.find((end) => LANGUAGES[end].has(language));
}
