import { kind } from "@ast-grep/napi";
import { parseText } from "../../edit/engine/engine.ts";
import { refuseTooBroken } from "../../edit/engine/too-broken.ts";
import { factsOfLanguage, isBuiltIn, languageOfPath } from "../../edit/language/language.ts";
import type { Span } from "../../edit/text/span.ts";
import { ToolError } from "../../model/tool-error.ts";
import { type LexedKind, lexZones } from "./lex-zones.ts";
import { MARKDOWN, markdownZones } from "./markdown-zones.ts";
import type { Zones } from "./scanned-text.ts";

/** The kinds of nodes that are comments or the text of literals, in the grammars that the engine has. */
const KINDS: Readonly<Record<string, keyof Zones>> = {
  comment: "comments",
  js_comment: "comments",
  string_fragment: "literals",
  string_value: "literals",
  regex_pattern: "literals",
  jsx_text: "literals",
  text: "literals",
};

/** The lexical form of other languages, so that the outcome does not depend on the grammars that are installed. */
const FORMS: Readonly<Record<string, LexedKind>> = {
  bash: "hash",
  c: "slashes",
  cpp: "slashes",
  csharp: "csharp",
  css: "slashes",
  dart: "slashes",
  elixir: "python",
  go: "go",
  java: "java",
  javascript: "script",
  kotlin: "templates",
  php: "php",
  python: "python",
  ruby: "ruby",
  rust: "rust",
  scala: "templates",
  swift: "slashes",
  toml: "hash",
  tsx: "script",
  typescript: "script",
  yaml: "yaml",
};

/**
 * Returns the comments and literals of a text: by its tree if the engine has the grammar, otherwise, and for a text
 * that is too broken for a parser, by its tokens.
 */
export function findZones(path: string, text: string): Zones | undefined {
  if (MARKDOWN.test(path)) return markdownZones(text, /mdx$/i.test(path));
  const language =
    languageOfPath(path) ?? (/(^|\/)(Docker|Make)file/.test(path) ? "bash" : undefined);
  if (language === undefined) return undefined;
  if (isBuiltIn(language))
    try {
      return zonesOfTree(text, language);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error; // The parser must not be given it.
    }
  const form = FORMS[language];
  return form && lexZones(text, form);
}

function zonesOfTree(text: string, language: string): Zones {
  refuseTooBroken(text, language, "the text");
  const { engineName } = factsOfLanguage(language);
  const kinds = Object.keys(KINDS).filter((name) => kind(engineName, name) !== 0);
  const zones: { comments: Span[]; literals: Span[] } = { comments: [], literals: [] };
  if (kinds.length === 0) return zones;
  const rule = { any: kinds.map((name) => ({ kind: name })) };
  for (const node of parseText(text, language).findAll({ rule })) {
    const { start, end } = node.range();
    zones[KINDS[String(node.kind())] ?? "literals"].push({ start: start.index, end: end.index });
  }
  return zones;
}
