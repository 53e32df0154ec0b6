import type { WrittenMap } from "../../model/edit.ts";
import type { Language } from "../language/language.ts";
import { LISTED_ENGINE, TOKEN_LISTS, type TokenList } from "./token-lists.ts";

/** The text of a token that the parser made up. */
const EMPTY = { regex: "^$" };

/**
 * Returns a rule that matches something in every tree with an `ERROR` or a made-up token, and in few others; undefined
 * without a list for the language and this engine. It also matches the node around a token that no rule can ask for.
 */
export function errorRuleOf(language: Language, engine: string): WrittenMap | undefined {
  const list = listOf(language, engine);
  if (list === undefined) return undefined;
  const named = { kind: list.kinds.join(", ") };
  const unnamed = list.tokens.map((pattern) => ({ pattern }));
  return {
    any: [
      { kind: "ERROR" },
      // The text is asked for first: the kinds of `any` already choose the nodes.
      { all: [EMPTY, { any: [named, ...unnamed] }] },
      { kind: list.holders.join(", "), has: EMPTY },
    ],
  };
}

/**
 * Returns a rule that matches each `ERROR` and made-up token itself, and few others; undefined without a list. It
 * takes less time to prepare than {@link errorRuleOf}, as all unnamed nodes are asked: only those that hold nothing
 * else, so their texts are short.
 */
export function errorNodeRuleOf(language: Language, engine: string): WrittenMap | undefined {
  const list = listOf(language, engine);
  if (list === undefined) return undefined;
  const mayBeMadeUp = [{ not: { pattern: "$_" } }, { kind: list.kinds.join(", ") }];
  return { any: [{ kind: "ERROR" }, { all: [{ any: mayBeMadeUp }, EMPTY] }] };
}

/** Returns the unnamed tokens that a text must contain so that its tree has them. */
export function certainTokensOf(language: Language, engine: string): readonly string[] {
  return listOf(language, engine)?.certain ?? [];
}

function listOf(language: Language, engine: string): TokenList | undefined {
  if (engine !== LISTED_ENGINE || !Object.hasOwn(TOKEN_LISTS, language)) return undefined;
  return TOKEN_LISTS[language];
}
