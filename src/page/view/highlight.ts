import highlighter from "highlight.js/lib/core";
import { LANGUAGES } from "./languages.ts";
import { type Token, TokenCollector } from "./token-collector.ts";

/** Longer texts stay plain: colors are not worth a page that does not answer. */
const MAX_UNITS = 200_000;

const GRAMMARS = new Map(LANGUAGES.map(({ name, grammar }) => [name, grammar]));

/** The grammar for each name that files are listed with. */
const NAMES = new Map(LANGUAGES.flatMap(({ name, of }) => of.map((alias) => [alias, name])));

/** Returns the lines of a text in colors. A language that is not known, and a text that is too long, is plain. */
export function highlightLines(
  lines: readonly string[],
  language: string,
): readonly (readonly Token[])[] {
  const name = NAMES.get(language.toLowerCase());
  const text = lines.join("\n");
  const isPlain =
    name === undefined || text.length > MAX_UNITS || lines.some((line) => line.length > 2000);
  if (isPlain) return lines.map((line) => [{ text: line, scope: "" }]);
  register(name);
  const { _emitter: collector } = highlighter.highlight(text, {
    language: name,
    ignoreIllegals: true,
  });
  if (collector instanceof TokenCollector) return collector.lines();
  return lines.map((line) => [{ text: line, scope: "" }]);
}

highlighter.configure({ __emitter: TokenCollector });

/** Registers a grammar, and those that it embeds, when it is first needed: each takes time to compile. */
function register(name: string): void {
  if (highlighter.getLanguage(name) !== undefined) return;
  const grammar = GRAMMARS.get(name);
  if (grammar !== undefined) highlighter.registerLanguage(name, grammar);
  for (const part of EMBEDDED[name] ?? []) register(part);
}

const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  xml: ["javascript", "css"],
  markdown: ["xml"],
  javascript: ["xml", "css"],
  typescript: ["xml", "css"],
};
