import type { PatternOp, Strictness, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { EngineSearch } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { PatternFacts } from "./pattern-facts.ts";
import { allOf, anyOf, containsAll, EVERY_TEXT, type Prefilter } from "./prefilter.ts";

/**
 * What a text must contain so that a search can match in it. Of a pattern it is the texts of its named
 * leaves, which the engine compares to the letter; of `all`, `inside`, `has`, `precedes` and `follows` what
 * their rules need, because they look at nodes of the same text; of `any` what one of them needs. `not`,
 * `kind`, `regex`, `nthChild` and `range` need nothing that is certain.
 */
export function prefilterOfSearch(search: EngineSearch, language: Language): Prefilter {
  const reader = new SearchReader(search.utils ?? {}, language);
  return allOf([reader.ofRule(search.rule), reader.ofConstraints(search)]);
}

/** The texts of a pattern that every match has. With `signature` the engine compares no text. */
export function prefilterOfPattern(
  { texts }: Pick<PatternFacts, "texts">,
  strictness: Strictness = "smart",
): Prefilter {
  return strictness === "signature" ? EVERY_TEXT : containsAll(texts);
}

class SearchReader {
  readonly #utils: WrittenMap;
  readonly #language: Language;
  /** What was found out of utility rules; while one is being read, nothing is certain of it. */
  readonly #known = new Map<string, Prefilter>();

  constructor(utils: WrittenMap, language: Language) {
    this.#utils = utils;
    this.#language = language;
  }

  ofRule(rule: unknown): Prefilter {
    if (!isRecord(rule)) return EVERY_TEXT;
    const { pattern, all, any, matches, inside, has, precedes, follows } = rule;
    const parts = (rules: unknown) =>
      Array.isArray(rules) ? rules.map((part) => this.ofRule(part)) : [];
    return allOf([
      this.#ofPattern(pattern),
      ...parts(all),
      Array.isArray(any) ? anyOf(parts(any)) : EVERY_TEXT,
      ...[inside, has, precedes, follows].map((related) => this.ofRule(related)),
      this.#ofUtil(matches),
    ]);
  }

  /** What the constraints need on names that every match binds: those of the rule's own pattern. */
  ofConstraints({ rule, constraints = {} }: EngineSearch): Prefilter {
    const patterns = [rule, ...(Array.isArray(rule.all) ? rule.all : [])].filter(isRecord);
    const bound = patterns.flatMap(({ pattern }) => {
      const op = patternOpOf(pattern);
      // Under the other kinds a metavariable of the pattern may be left out of a match.
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
    return facts === undefined ? EVERY_TEXT : prefilterOfPattern(facts, op?.strictness);
  }

  #factsOf(op: PatternOp | undefined): PatternFacts | undefined {
    const parsed = op === undefined ? undefined : parsePattern(op, this.#language);
    return parsed?.kind === "parsed" ? parsed.facts : undefined;
  }

  /**
   * Each utility rule is read once. One that is asked about while it is read refers to itself, in which
   * case it adds nothing; so may, for good, one that was read meanwhile: less is filtered, nothing is lost.
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

/** A rule's pattern in the form in which it can be parsed; undefined where there is none. */
function patternOpOf(pattern: unknown): PatternOp | undefined {
  const written = isRecord(pattern) ? pattern : { context: pattern };
  const { context: pat, selector, strictness } = written;
  if (typeof pat !== "string") return undefined;
  return {
    ...{ kind: "pattern", id: "", pat, out: "" },
    ...(typeof selector === "string" ? { selector } : {}),
    // Checked when the rule was taken apart.
    ...(typeof strictness === "string" ? { strictness: strictness as Strictness } : {}),
  };
}
