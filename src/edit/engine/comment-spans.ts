import type { Language } from "../language/language.ts";
import type { Span } from "../text/template.ts";
import { parseText } from "./engine.ts";

/** What the grammars call comments. */
const COMMENT_KINDS = [
  "comment",
  "line_comment",
  "block_comment",
  "multiline_comment",
  "js_comment",
];

const kindsByLanguage = new Map<Language, readonly string[]>();

/** The comments of a text, in order. UTF-16 code units. */
export function findComments(text: string, language: Language): readonly Span[] {
  const kinds = commentKindsOf(language);
  if (kinds.length === 0) return [];
  const rule = { any: kinds.map((kind) => ({ kind })) };
  return parseText(text, language)
    .findAll({ rule })
    .map((node) => node.range())
    .map(({ start, end }) => ({ start: start.index, end: end.index }));
}

/** Those of the names above that the grammar has; asking for another one is an error. */
function commentKindsOf(language: Language): readonly string[] {
  const known = kindsByLanguage.get(language);
  if (known) return known;
  const root = parseText("", language);
  const kinds = COMMENT_KINDS.filter((kind) => {
    try {
      root.findAll({ rule: { kind } });
      return true;
    } catch {
      return false; // The grammar has no such kind; that is the answer.
    }
  });
  kindsByLanguage.set(language, kinds);
  return kinds;
}
