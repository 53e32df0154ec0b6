import type { Facts } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import {
  CONDITION_KINDS,
  type ConditionName,
  type Conditions,
} from "../../model/policy/conditions.ts";
import type {
  ConditionOutcome,
  ExplainedCondition,
  ExplainedConditions,
} from "../../model/policy/explanation.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { writtenConditions } from "../written-of.ts";
import { type CompiledCondition, compileConditions } from "./compile-conditions.ts";
import { knownFacts } from "./known-facts.ts";

/**
 * Explains every condition of a rule: its outcome is that of `testConditions`, by the same comparisons. Conditions in
 * conditions are explained as well. Pure.
 */
export function explainConditions(
  conditions: Conditions,
  facts: Facts,
  ci: CiFacts,
): readonly ExplainedCondition[] {
  return compileConditions(conditions).map((compiled) => {
    const { name } = compiled;
    return definedOnly({
      ...outcomeOf(compiled, facts, ci),
      wanted: writtenConditions({ [name]: conditions[name] })[name],
      value: comparedFact(conditions, name, facts, ci),
      parts: partsOf(conditions, name, facts, ci),
    });
  });
}

function outcomeOf({ name, test }: CompiledCondition, facts: Facts, ci: CiFacts) {
  const { holds, found } = test(facts, ci);
  const outcome: ConditionOutcome =
    holds === undefined ? "unknown" : holds === true ? "holds" : "fails";
  return { name, outcome, found };
}

/** Returns the outcome of conditions that must all hold. */
function together(conditions: readonly ExplainedCondition[]): ExplainedConditions {
  const has = (wanted: ConditionOutcome) => conditions.some(({ outcome }) => outcome === wanted);
  return { outcome: has("fails") ? "fails" : has("unknown") ? "unknown" : "holds", conditions };
}

function partsOf(
  conditions: Conditions,
  name: ConditionName,
  facts: Facts,
  ci: CiFacts,
): readonly ExplainedConditions[] | undefined {
  const inside = (inner: Conditions) => together(explainConditions(inner, facts, ci));
  if (name === "any" || name === "all") return conditions[name]?.map(inside);
  if (name === "not") return conditions.not && [inside(conditions.not)];
  const wanted: unknown = conditions[name];
  const { kind } = CONDITION_KINDS[name];
  if (!isRecord(wanted) || ["expression", "number", "share"].includes(kind)) return undefined;
  const keys = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (keys.length < 2) return undefined;
  const parts = keys.flatMap(([key, value]): readonly ExplainedCondition[] =>
    compileConditions({ [name]: { [key]: value } }).map((compiled) =>
      definedOnly({ ...outcomeOf(compiled, facts, ci), name: key, wanted: value }),
    ),
  );
  return [together(parts)];
}

/** The most items of a list that an explanation has. */
const MOST_ITEMS = 10;

function comparedFact(
  { expr }: Conditions,
  name: ConditionName,
  facts: Facts,
  ci: CiFacts,
): unknown {
  const { fact } = CONDITION_KINDS[name];
  if (name === "ci") return ci;
  if (expr !== undefined && name === "expr") {
    const known = knownFacts(facts);
    const used = expr.facts.map((each) => [each, short(known[each as keyof Facts])]);
    return used.length === 0 ? undefined : definedOnly(Object.fromEntries(used));
  }
  if (fact === undefined) return undefined;
  const value = knownFacts(facts)[fact];
  return CONDITION_KINDS[name].kind === "age" ? ageText(value) : short(value);
}

/** `93600` → `1d 2h`. */
function ageText(seconds: unknown): string | undefined {
  if (typeof seconds !== "number") return undefined;
  const hours = Math.floor(seconds / 3600);
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

function short(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= MOST_ITEMS) return value;
  return [...value.slice(0, MOST_ITEMS), `and ${value.length - MOST_ITEMS} more`];
}
