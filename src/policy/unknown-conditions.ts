import type { ConditionName } from "../model/policy/conditions.ts";
import type { Decision, Policy, PolicyRule, TraceEntry } from "../model/policy.ts";
import { decidingGuard, type RuleKind, rulesById } from "./rule-hit.ts";

/** A condition that could not be evaluated, and without which another verdict may have come out. */
export interface UnknownCondition {
  readonly rule: PolicyRule;
  readonly kind: RuleKind;
  readonly condition: ConditionName;
  /** The fault of an expression. */
  readonly fault: string | undefined;
}

/**
 * Returns the conditions of an action that could not be evaluated, and without which the verdict may be another one.
 * They belong to the guard that decided, or to an earlier rule (or guard that applies) with another verdict, none of
 * whose other conditions failed. Built-in policies are left out: their reasons name what is unknown.
 */
export function findUnknownConditions(
  policy: Policy,
  { trace }: Pick<Decision, "trace">,
): readonly UnknownCondition[] {
  if (!trace.some(({ unknown }) => unknown !== undefined)) return NONE;
  const rules = rulesById(policy);
  const deciding = decidingEntry(trace, rules);
  const { verdict } = rules.get(deciding?.id ?? "") ?? policy.default;
  const missed: UnknownCondition[] = [];
  for (const entry of trace) {
    const { id, kind, hit, failed, unknown } = entry;
    if (kind !== "guard" && kind !== "rule") continue;
    const rule = rules.get(id);
    if (entry === deciding) return [...missed, ...(rule ? conditionsOf(entry, rule, kind) : NONE)];
    if (hit || deciding?.kind === "guard" || unknown?.[0] !== failed) continue;
    if (rule && rule.verdict !== verdict) missed.push(...conditionsOf(entry, rule, kind));
  }
  return missed;
}

/** Returns the entry of the guard or rule that decides; undefined if the default does. */
function decidingEntry(
  trace: readonly TraceEntry[],
  rules: ReadonlyMap<string, PolicyRule>,
): TraceEntry | undefined {
  const hits = trace.filter(({ hit, kind }) => hit && (kind === "guard" || kind === "rule"));
  const guards = hits.filter(({ kind }) => kind === "guard");
  const builtIn = guards.find(({ id }) => !rules.has(id));
  const own = decidingGuard(guards.flatMap(({ id }) => rules.get(id) ?? []));
  return builtIn ?? hits.find(({ id }) => own === undefined || id === own.id);
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
