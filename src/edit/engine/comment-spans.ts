import { kind, type SgNode } from "@ast-grep/napi";
import { factsOfLanguage, type Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";
import { COMMENT_KINDS, parseText } from "./engine.ts";

/** A search for comments in the form of the engine: the number of a kind takes the least time to prepare. */
type CommentSearch = number | { readonly rule: { readonly any: { kind: string }[] } };

/** By language; undefined if its grammar has no comments. */
const searches = new Map<Language, CommentSearch | undefined>();

/** Returns the spans of the comments of a text, in order; UTF-16 code units. */
export function findComments(text: string, language: Language): readonly Span[] {
  return commentsBelow(parseText(text, language), language);
}

/** Does the same for the code of one node of a tree. */
export function commentsBelow(node: SgNode, language: Language): readonly Span[] {
  if (!searches.has(language)) searches.set(language, commentSearchOf(language));
  const search = searches.get(language);
  if (search === undefined) return [];
  return node
    .findAll(search)
    .map((comment) => comment.range())
    .map(({ start, end }) => ({ start: start.index, end: end.index }));
}

/** Searches for the kinds that the grammar has; the number of any other one is 0. */
function commentSearchOf(language: Language): CommentSearch | undefined {
  const { engineName } = factsOfLanguage(language);
  const kinds = COMMENT_KINDS.filter((name) => kind(engineName, name) !== 0);
  const [only, ...others] = kinds;
  if (only === undefined) return undefined;
  return others.length === 0 ? kind(engineName, only) : { rule: { any: kinds.map(asRule) } };
}

function asRule(name: string): { kind: string } {
  return { kind: name };
}
