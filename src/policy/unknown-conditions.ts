import type { ConditionName } from "../model/policy/conditions.ts";
import type { Decision, Policy, PolicyRule, TraceEntry } from "../model/policy.ts";
import { type RuleKind, rulesById } from "./rule-hit.ts";

/** A condition that could not be evaluated, and without which another verdict may have come out. */
export interface UnknownCondition {
  readonly rule: PolicyRule;
  readonly kind: RuleKind;
  readonly condition: ConditionName;
  /** The fault of an expression. */
  readonly fault: string | undefined;
}

/**
 * Returns the conditions of an action that could not be evaluated and mattered: those of the guard that decided, and
 * those of rules (and of guards that apply) before the one that decided, if no other condition of the rule failed and
 * its verdict is another one.
 * Rules of built-in policies are left out: their reasons say what is not known.
 */
export function findUnknownConditions(
  policy: Policy,
  { trace }: Pick<Decision, "trace">,
): readonly UnknownCondition[] {
  if (!trace.some(({ unknown }) => unknown !== undefined)) return NONE;
  const rules = rulesById(policy);
  const missed: UnknownCondition[] = [];
  for (const entry of trace) {
    const { id, kind, hit, failed, unknown } = entry;
    if (kind !== "guard" && kind !== "rule") continue;
    const rule = rules.get(id);
    if (hit) {
      const own = unknown && rule ? conditionsOf(entry, rule, kind) : NONE;
      return [...missed.filter((one) => one.rule.verdict !== rule?.verdict), ...own];
    }
    if (rule && unknown?.[0] === failed) missed.push(...conditionsOf(entry, rule, kind));
  }
  return missed.filter(({ rule }) => rule.verdict !== policy.default.verdict);
}

const NONE: readonly UnknownCondition[] = [];

function conditionsOf(
  { unknown = [], found }: TraceEntry,
  rule: PolicyRule,
  kind: UnknownCondition["kind"],
): readonly UnknownCondition[] {
  if (rule.place === undefined) return NONE;
  return unknown.map((condition) => {
    const fault = condition === "expr" && typeof found === "string" ? found : undefined;
    return { rule, kind, condition, fault };
  });
}
