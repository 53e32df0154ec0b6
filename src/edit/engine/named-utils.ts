import type { PatternOp, RuleOp, WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { Language } from "../language/language.ts";
import { findFreeNames } from "./free-names.ts";
import { mapRule } from "./map-rule.ts";

/**
 * Puts the utility rules that say a name in the place of each `matches`, so that each place of the name is captured by
 * itself. Returns the problem of a use in which none would be.
 */
export function withNamedUtils(op: RuleOp, language: Language): RuleOp | OpProblem {
  const { names = {}, utils = {}, globalUtils = [], constraints, rewriters, out } = op;
  const others = Object.fromEntries(globalUtils.map(({ id, rule }) => [id, rule]));
  const named = idsOfNamed({ ...others, ...utils }, (code) => {
    return findFreeNames(code, language, Object.keys(names)).length > 0;
  });
  if (named.size === 0) return op;
  const inPlace = (rule: WrittenMap, open: readonly string[]): WrittenMap =>
    mapRule(rule, (part) => {
      const { matches, ...rest } = part;
      if (typeof matches !== "string" || !named.has(matches) || open.includes(matches)) return part;
      const util = utils[matches];
      if (!isRecord(util)) return part;
      const copy = inPlace(util, [...open, matches]);
      if (Object.keys(rest).length === 0) return copy;
      return { ...rest, all: [...(Array.isArray(rest.all) ? rest.all : []), copy] };
    });
  const rule = inPlace(op.rule, []);
  const denied = [op.rule, ...Object.values(utils)].flatMap((each) => valuesOf(each, "not"));
  const left = [rule, constraints, rewriters, out, ...denied].flatMap(idsIn);
  const id = left.find((each) => named.has(each));
  return id === undefined ? { ...op, rule } : unjudged(id);
}

/** Returns the ids of the rules that say a name, by themselves or by others. */
function idsOfNamed(rules: WrittenMap, saysName: (code: string) => boolean): ReadonlySet<string> {
  const named = new Set<string>();
  const isNamed = (rule: unknown) =>
    valuesOf(rule, "pattern").flatMap(textsIn).some(saysName) ||
    idsIn(rule).some((id) => named.has(id));
  for (let size = -1; size < named.size; ) {
    size = named.size;
    for (const [id, rule] of Object.entries(rules)) if (isNamed(rule)) named.add(id);
  }
  return named;
}

function unjudged(id: string): OpProblem {
  const message = `the utility rule \`${id}\` says a name of \`names\` where its meaning cannot be judged`;
  const hint =
    "Write its pattern in the rule: not under `not`, and not in a rule that uses itself.";
  return { code: "invalid-rule", field: ["names"], message, hint };
}

/** Returns the ids that `matches` names anywhere in a value. */
function idsIn(value: unknown): readonly string[] {
  return valuesOf(value, "matches").flatMap((each) =>
    isRecord(each) ? Object.keys(each) : typeof each === "string" ? [each] : [],
  );
}

/** Tells if a rule has alternatives, of which some may say no name. */
export function hasAlternatives(op: RuleOp | PatternOp): boolean {
  return op.kind === "rule" && valuesOf(op.rule, "any").length > 0;
}

/** Returns all that stands under a key, anywhere in a value. */
function valuesOf(value: unknown, wanted: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key === wanted ? [each] : []),
    ...valuesOf(each, wanted),
  ]);
}

function textsIn(pattern: unknown): readonly string[] {
  const context = isRecord(pattern) ? pattern.context : pattern;
  return typeof context === "string" ? [context] : [];
}
