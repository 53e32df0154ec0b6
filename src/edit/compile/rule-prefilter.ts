import type { PatternOp, Strictness, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { EngineSearch } from "../engine/engine.ts";
import { certainTokens } from "../engine/error-nodes.ts";
import type { Language } from "../language/language.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { PatternFacts } from "./pattern-facts.ts";
import { allOf, anyOf, containsAll, EVERY_TEXT, type Prefilter } from "./prefilter.ts";

/**
 * Returns the filter of a search, the strings that a text must contain:
 * - a pattern: its named leaves, which the engine compares to the letter, and its tokens that no parser makes up;
 * - `any`: the strings of one of its rules;
 * - `all`, `inside`, `has`, `precedes`, `follows`: the strings of all their rules, which match nodes of the same text;
 * - `regex`: its words, if it is nothing but words with `|` between them;
 * - `not`, `kind`, `nthChild`, `range`: none.
 */
export function prefilterOfSearch(
  search: EngineSearch,
  language: Language,
  ways: PrefilterWays = {},
): Prefilter {
  const tokens = tokensFor(language, ways);
  const reader = new SearchReader(search.utils ?? {}, language, tokens);
  return allOf([reader.ofRule(search.rule), reader.ofConstraints(search)]);
}

/** The ways of a filter that can be switched off. */
export interface PrefilterWays {
  /** Asks for tokens that the parser never makes up, such as `===`; the default is true. */
  readonly tokenPrefilter?: boolean | undefined;
}

/** Returns the tokens that a filter may ask for in a language. */
export function tokensFor(
  language: Language,
  { tokenPrefilter = true }: PrefilterWays,
): ReadonlySet<string> {
  return new Set(tokenPrefilter ? certainTokens(language) : []);
}

/**
 * Returns the filter for the texts that every match of a pattern has, and for those of its tokens that are in
 * `certain`. With `signature` the engine compares no text; only with `smart` and `cst` does it want all tokens.
 */
export function prefilterOfPattern(
  { texts, tokens }: Pick<PatternFacts, "texts" | "tokens">,
  strictness: Strictness = "smart",
  certain: ReadonlySet<string>,
): Prefilter {
  if (strictness === "signature") return EVERY_TEXT;
  const isStrict = strictness === "smart" || strictness === "cst";
  const asked = isStrict ? tokens.filter((token) => certain.has(token)) : [];
  // Names are rarer than tokens.
  return allOf([containsAll(texts), containsAll(asked)]);
}

const WORD = "\\w+(?:(?:\\\\[.$-]|[- ])\\w+)*";

/** Words that are the whole text of a node, or a part of it: `^foo$`, `foo|bar`, `^(foo|a\.b)$`. */
const WORDS = new RegExp(
  `^\\^?(?:\\((?:\\?:)?(${WORD}(?:\\|${WORD})*)\\)|(${WORD}(?:\\|${WORD})*))\\$?$`,
);

/** Returns the filter of an expression for the text of a node, which is a part of the text of the file. */
function prefilterOfRegex(regex: unknown): Prefilter {
  const [, grouped, plain] = typeof regex === "string" ? (WORDS.exec(regex) ?? []) : [];
  const words = (grouped ?? plain)?.split("|").map((word) => word.replaceAll("\\", ""));
  return words === undefined ? EVERY_TEXT : anyOf(words.map((word) => containsAll([word])));
}

class SearchReader {
  readonly #utils: WrittenMap;
  readonly #language: Language;
  readonly #tokens: ReadonlySet<string>;
  /** The filters of utility rules; while one is being read, it is {@link EVERY_TEXT}. */
  readonly #known = new Map<string, Prefilter>();

  constructor(utils: WrittenMap, language: Language, tokens: ReadonlySet<string>) {
    this.#utils = utils;
    this.#language = language;
    this.#tokens = tokens;
  }

  ofRule(rule: unknown): Prefilter {
    if (!isRecord(rule)) return EVERY_TEXT;
    const { pattern, regex, all, any, matches, inside, has, precedes, follows } = rule;
    const parts = (rules: unknown) =>
      Array.isArray(rules) ? rules.map((part) => this.ofRule(part)) : [];
    return allOf([
      this.#ofPattern(pattern),
      prefilterOfRegex(regex),
      ...parts(all),
      Array.isArray(any) ? anyOf(parts(any)) : EVERY_TEXT,
      ...[inside, has, precedes, follows].map((related) => this.ofRule(related)),
      this.#ofUtil(matches),
    ]);
  }

  /** Returns the filter of the constraints on names that every match binds: those of the rule's own pattern. */
  ofConstraints({ rule, constraints = {} }: EngineSearch): Prefilter {
    const patterns = [rule, ...(Array.isArray(rule.all) ? rule.all : [])].filter(isRecord);
    const bound = patterns.flatMap(({ pattern }) => {
      const op = patternOpOf(pattern);
      // Under the other strictnesses a match may leave out a metavariable of the pattern.
      const isBinding = op?.strictness === undefined || op.strictness === "smart";
      return isBinding ? (this.#factsOf(op)?.single ?? []) : [];
    });
    return allOf(
      [...new Set(bound)].map((name) =>
        Object.hasOwn(constraints, name) ? this.ofRule(constraints[name]) : EVERY_TEXT,
      ),
    );
  }

  #ofPattern(pattern: unknown): Prefilter {
    const op = patternOpOf(pattern);
    const facts = this.#factsOf(op);
    return facts === undefined
      ? EVERY_TEXT
      : prefilterOfPattern(facts, op?.strictness, this.#tokens);
  }

  #factsOf(op: PatternOp | undefined): PatternFacts | undefined {
    const parsed = op === undefined ? undefined : parsePattern(op, this.#language);
    return parsed?.kind === "parsed" ? parsed.facts : undefined;
  }

  /**
   * Reads each utility rule once. A rule that is needed while it is read refers to itself and adds nothing, and so may
   * every rule that is read meanwhile: the filter lets more through, and no match is lost.
   */
  #ofUtil(id: unknown): Prefilter {
    if (typeof id !== "string" || !Object.hasOwn(this.#utils, id)) return EVERY_TEXT;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    this.#known.set(id, EVERY_TEXT);
    const filter = this.ofRule(this.#utils[id]);
    this.#known.set(id, filter);
    return filter;
  }
}

/** Returns the pattern of a rule in a form that can be parsed; undefined if it has none. */
function patternOpOf(pattern: unknown): PatternOp | undefined {
  const written = isRecord(pattern) ? pattern : { context: pattern };
  const { context: pat, selector, strictness } = written;
  if (typeof pat !== "string") return undefined;
  return {
    kind: "pattern",
    id: "",
    pat,
    out: "",
    ...(typeof selector === "string" ? { selector } : {}),
    // Its form was checked when the atoms of the rule were read.
    ...(typeof strictness === "string" ? { strictness: strictness as Strictness } : {}),
  };
}
