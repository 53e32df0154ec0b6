import type { Facts } from "../model/action/facts.ts";
import type { CiFacts } from "../model/policy/ci-facts.ts";
import type { PolicyRule, TraceEntry } from "../model/policy.ts";
import { testConditions } from "./conditions/test-conditions.ts";
import { type RuleKind, stopsIfUnknown } from "./rule-hit.ts";

/** The entries that a rule gave before: of many actions most are alike, and a report has all of them in memory. */
interface KnownEntries {
  readonly hit: TraceEntry;
  miss: TraceEntry | undefined;
}

const known = new WeakMap<PolicyRule, KnownEntries>();

/**
 * Returns the outcome of a guard or a rule for an action. A condition that cannot be evaluated fails closed: it counts
 * as a hit in a guard and as a miss in a rule, and also in a guard that applies.
 */
export function traceRule(rule: PolicyRule, kind: RuleKind, facts: Facts, ci: CiFacts): TraceEntry {
  const { failed, found, unknown } = testConditions(rule.when, facts, ci);
  const { id } = rule;
  if (unknown.length > 0) {
    const first = failed ?? (stopsIfUnknown(rule, kind) ? undefined : unknown[0]);
    const entry = { id, kind, hit: first === undefined, ...(first ? { failed: first } : {}) };
    return { ...entry, ...(found === undefined ? {} : { found }), unknown };
  }
  const entries = entriesOf(rule, kind);
  if (failed === undefined) return entries.hit;
  const { miss } = entries;
  if (miss?.failed === failed && miss.found === found) return miss;
  const entry: TraceEntry =
    found === undefined
      ? { id, kind, hit: false, failed }
      : { id, kind, hit: false, failed, found };
  entries.miss = entry;
  return entry;
}

function entriesOf(rule: PolicyRule, kind: RuleKind): KnownEntries {
  const entries = known.get(rule);
  if (entries !== undefined) return entries;
  const first: KnownEntries = { hit: { id: rule.id, kind, hit: true }, miss: undefined };
  known.set(rule, first);
  return first;
}
