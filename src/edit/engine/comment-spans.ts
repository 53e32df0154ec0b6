import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";
import { parseText } from "./engine.ts";

/** The names that the grammars have for comments. */
const COMMENT_KINDS = [
  "comment",
  "line_comment",
  "block_comment",
  "multiline_comment",
  "js_comment",
];

/** True if the node is a comment. */
export function isComment(node: SgNode): boolean {
  return COMMENT_KINDS.some((kind) => node.is(kind));
}

const kindsByLanguage = new Map<Language, readonly string[]>();

/** Returns the spans of the comments of a text, in order; UTF-16 code units. */
export function findComments(text: string, language: Language): readonly Span[] {
  return commentsBelow(parseText(text, language), language);
}

/** Does the same for the code of one node of a tree. */
export function commentsBelow(node: SgNode, language: Language): readonly Span[] {
  const kinds = commentKindsOf(language);
  if (kinds.length === 0) return [];
  const rule = { any: kinds.map((kind) => ({ kind })) };
  return node
    .findAll({ rule })
    .map((comment) => comment.range())
    .map(({ start, end }) => ({ start: start.index, end: end.index }));
}

/** Returns the names that the grammar has; the engine throws for any other one. */
function commentKindsOf(language: Language): readonly string[] {
  const known = kindsByLanguage.get(language);
  if (known) return known;
  const root = parseText("", language);
  const kinds = COMMENT_KINDS.filter((kind) => {
    try {
      root.findAll({ rule: { kind } });
      return true;
    } catch {
      return false; // The grammar does not have this kind.
    }
  });
  kindsByLanguage.set(language, kinds);
  return kinds;
}
