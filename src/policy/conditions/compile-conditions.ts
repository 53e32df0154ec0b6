import type { Facts } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import {
  type CiCondition,
  CONDITION_KINDS,
  CONDITION_NAMES,
  type ConditionName,
  type Conditions,
  type ListCondition,
  type NumberCondition,
  type PolicyExpression,
  type ShareCondition,
} from "../../model/policy/conditions.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import { ageInSeconds } from "../../shared/schema/milliseconds.ts";
import { CI_TESTS } from "./ci-tests.ts";
import {
  type Comparison,
  compareAge,
  compareAll,
  compareAny,
  compareBoolean,
  compareList,
  compareName,
  compareNumber,
  compareShare,
  negated,
  UNKNOWN,
} from "./compare.ts";
import { knownFacts } from "./known-facts.ts";

/** Compares one condition with the facts of an action. Pure. */
type ConditionTest = (facts: Facts, ci: CiFacts) => Comparison;

/** One condition of a rule, ready to be compared. */
export interface CompiledCondition {
  readonly name: ConditionName;
  readonly test: ConditionTest;
}

const compiled = new WeakMap<Conditions, readonly CompiledCondition[]>();

/** Compiles the conditions of a rule, in the order of a trace; those of the same object once. */
export function compileConditions(conditions: Conditions): readonly CompiledCondition[] {
  const known = compiled.get(conditions);
  if (known !== undefined) return known;
  const tests = CONDITION_NAMES.flatMap((name): CompiledCondition[] => {
    const wanted = conditions[name];
    return wanted === undefined ? [] : [{ name, test: compile(name, wanted) }];
  });
  compiled.set(conditions, tests);
  return tests;
}

/** Values of conditions, by the kinds of the table: the schema admits no others. */
type Wanted = NonNullable<Conditions[ConditionName]>;

function compile(name: ConditionName, wanted: Wanted): ConditionTest {
  const { kind, fact } = CONDITION_KINDS[name];
  switch (kind) {
    case "any":
      return anyOf((wanted as readonly Conditions[]).map(allOf));
    case "all":
      return every((wanted as readonly Conditions[]).map(allOf));
    case "not": {
      const inner = allOf(wanted as Conditions);
      return (facts, ci) => negated(inner(facts, ci));
    }
    case "ci":
      return ciTest(wanted as CiCondition);
    case "expression":
      return expressionTest(wanted as PolicyExpression);
    case "share":
      return (facts) => compareShare(wanted as ShareCondition, firstFile(facts));
    case "age":
      return (facts) => compareAge(ageInSeconds(wanted as string), facts[fact as "lastCommitAge"]);
    case "at-most":
      return atMost(wanted as number, fact);
    default:
      return factTest(kind, wanted, fact as keyof Facts); // The table names it for every other kind.
  }
}

/** One test for conditions of which each must hold. */
function allOf(conditions: Conditions): ConditionTest {
  return every(compileConditions(conditions).map(({ test }) => test));
}

/** The first that fails decides, then the first that is not known. */
function every(tests: readonly ConditionTest[]): ConditionTest {
  return (facts, ci) => {
    let unknown: Comparison | undefined;
    for (const test of tests) {
      const comparison = test(facts, ci);
      if (comparison.holds === false) return comparison;
      if (comparison.holds === undefined) unknown ??= comparison;
    }
    return unknown ?? { holds: true, found: undefined };
  };
}

/** The first that holds decides, then the first that is not known, then the first that fails. */
function anyOf(tests: readonly ConditionTest[]): ConditionTest {
  return (facts, ci) => {
    let unknown: Comparison | undefined;
    let failed: Comparison | undefined;
    for (const test of tests) {
      const comparison = test(facts, ci);
      if (comparison.holds === true) return comparison;
      if (comparison.holds === undefined) unknown ??= comparison;
      else failed ??= comparison;
    }
    return unknown ?? failed ?? UNKNOWN;
  };
}

/** Without a fact, as `maxLines`: both sides of the diff count. */
function atMost(limit: number, fact: keyof Facts | undefined): ConditionTest {
  const most: NumberCondition = { max: limit };
  if (fact !== undefined) return factTest("number", most, fact);
  return ({ additions, deletions }) =>
    additions === undefined || deletions === undefined
      ? UNKNOWN
      : compareNumber(most, additions + deletions);
}

/** Undefined if the action names no files. */
function firstFile(facts: Facts): string | undefined {
  const { files = [] } = knownFacts(facts);
  return [...files].sort()[0]; // Those of a custom tool are in any order.
}

type FactKind = "name" | "languages" | "all-paths" | "any-path" | "number" | "boolean" | ListKind;
type ListKind = "paths" | "names" | "texts";

function factTest(kind: FactKind, wanted: Wanted, fact: keyof Facts): ConditionTest {
  switch (kind) {
    case "name":
      return (facts) => compareName(wanted as readonly string[], facts[fact] as string);
    case "languages":
      return languagesTest(wanted as readonly string[]);
    case "all-paths":
    case "any-path":
      return pathsTest(kind, wanted as readonly string[]);
    case "number":
      return (facts) =>
        compareNumber(wanted as NumberCondition, knownFacts(facts)[fact] as number | undefined);
    case "boolean":
      return (facts) => compareBoolean(wanted as boolean, facts[fact] as boolean | undefined);
    default:
      return (facts) => {
        const items = knownFacts(facts)[fact] as readonly string[] | undefined;
        return compareList(wanted as ListCondition, items, kind);
      };
  }
}

function languagesTest(wanted: readonly string[]): ConditionTest {
  const names = new Set(wanted);
  return ({ languages }) =>
    languages === undefined ? UNKNOWN : compareAll((language) => names.has(language), languages);
}

function pathsTest(kind: "all-paths" | "any-path", globs: readonly string[]): ConditionTest {
  const compare = kind === "all-paths" ? compareAll : compareAny;
  return (facts) => {
    const { files } = knownFacts(facts);
    return files === undefined ? UNKNOWN : compare(pathMatcher(globs), files);
  };
}

function ciTest(condition: CiCondition): ConditionTest {
  return every(
    Object.entries(CI_TESTS).flatMap(([part, test]): ConditionTest[] => {
      const wanted = condition[part as keyof CiCondition];
      return wanted === undefined ? [] : [(_, ci) => test(wanted as never, ci)]; // Of the same row.
    }),
  );
}

function expressionTest(expression: PolicyExpression): ConditionTest {
  return (facts, ci) => {
    const result = expression.evaluate(facts, ci);
    if ("fault" in result) return { holds: undefined, found: result.fault };
    return { holds: result.value, found: result.value };
  };
}
