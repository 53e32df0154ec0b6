import { closedBy } from "../../model/policy/rule-window.ts";
import type { ConditionCoverage, PolicyCoverage, RuleCoverage } from "../../model/policy/tests.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import { formatPath } from "../../shared/yaml/yaml-path.ts";
import { testConditions } from "../conditions/test-conditions.ts";
import { isHit, type RuleKind } from "../rule-hit.ts";
import type { AssumedFacts } from "./assumed-facts.ts";
import { conditionNodes } from "./condition-nodes.ts";
import { type PlaceOfRule, shownPlace } from "./rule-places.ts";
import type { ReadyTest } from "./run-tests.ts";

/**
 * Returns how much of a policy its tests reach: each guard and rule that is a hit in one of them, and each condition
 * that held and that failed. Rules of built-in policies do not count.
 */
export function coverageOf(
  { guards, rules }: Policy,
  ready: readonly ReadyTest[],
  placeOf: PlaceOfRule,
): PolicyCoverage {
  const own = [...guards, ...rules].filter(({ id }) => placeOf(id) !== undefined);
  const ids = new Set(guards.map(({ id }) => id));
  const ofRules: RuleCoverage[] = [];
  const ofConditions: ConditionCoverage[] = [];
  for (const rule of own) {
    const facts = ready
      .filter(({ test }) => test.kind === "verdict" || test.rule === rule.id)
      .map(({ assumed }) => assumed);
    ofRules.push(ruleCoverage(rule, ids.has(rule.id) ? "guard" : "rule", facts, placeOf));
    ofConditions.push(...conditionCoverage(rule, facts, placeOf));
  }
  const all = ofRules.length + 2 * ofConditions.length;
  const reached =
    ofRules.filter(({ hit }) => hit).length +
    ofConditions.filter(({ wasTrue }) => wasTrue).length +
    ofConditions.filter(({ wasFalse }) => wasFalse).length;
  const percent = all === 0 ? 100 : Math.floor((100 * reached) / all);
  return { percent, rules: ofRules, conditions: ofConditions };
}

function ruleCoverage(
  rule: PolicyRule,
  kind: RuleKind,
  tested: readonly AssumedFacts[],
  placeOf: PlaceOfRule,
): RuleCoverage {
  const hit = tested.some(
    ({ facts, ci, now }) =>
      closedBy(rule.window, now) === undefined &&
      isHit(testConditions(rule.when, facts, ci), rule, kind),
  );
  return { rule: rule.id, ...shown(placeOf, rule.id, []), hit };
}

function conditionCoverage(
  { id, when }: PolicyRule,
  facts: readonly AssumedFacts[],
  placeOf: PlaceOfRule,
): readonly ConditionCoverage[] {
  return conditionNodes(when).map(({ at, alone }) => {
    let [wasTrue, wasFalse] = [false, false];
    for (const each of facts) {
      if (wasTrue && wasFalse) break;
      const { failed, unknown } = testConditions(alone, each.facts, each.ci);
      if (failed !== undefined) wasFalse = true;
      else if (unknown.length === 0) wasTrue = true;
    }
    const place = shown(placeOf, id, ["when", ...at]);
    return { rule: id, condition: formatPath(at), ...place, wasTrue, wasFalse };
  });
}

function shown(placeOf: PlaceOfRule, id: string, at: readonly (string | number)[]) {
  const place = placeOf(id, at);
  if (place === undefined) throw new Error(`The rule has no place: ${id}`);
  const { column: _column, ...rest } = shownPlace(place);
  return rest;
}
