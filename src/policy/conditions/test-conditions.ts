import type { Facts } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { ConditionName, Conditions } from "../../model/policy/conditions.ts";
import type { Found } from "./compare.ts";
import { compileConditions } from "./compile-conditions.ts";

/** The outcome of testing the conditions of a rule on the facts of an action. */
export interface ConditionsResult {
  /** The condition that fails first; undefined if none fails. */
  readonly failed: ConditionName | undefined;
  /**
   * The part of the facts that decided that condition; if none fails, why the first unknown one is, if that is told.
   */
  readonly found: Found;
  /** The conditions that cannot be evaluated: their facts are not known for the action. */
  readonly unknown: readonly ConditionName[];
}

const NONE: readonly ConditionName[] = [];

/** The outcome of conditions that all hold. */
const ALL_HOLD: ConditionsResult = { failed: undefined, found: undefined, unknown: NONE };

/** Tests all conditions of a rule. Pure. */
export function testConditions(
  conditions: Conditions,
  facts: Facts,
  ci: CiFacts,
): ConditionsResult {
  let failed: ConditionName | undefined;
  let found: Found;
  let fault: Found;
  let unknown: ConditionName[] | undefined;
  for (const { name, test } of compileConditions(conditions)) {
    const comparison = test(facts, ci);
    if (comparison.holds === true) continue;
    if (comparison.holds === undefined) {
      unknown ??= [];
      unknown.push(name);
      fault ??= comparison.found;
    } else if (failed === undefined) {
      failed = name;
      found = comparison.found;
    }
  }
  if (failed === undefined && unknown === undefined) return ALL_HOLD;
  return { failed, found: failed === undefined ? fault : found, unknown: unknown ?? NONE };
}
