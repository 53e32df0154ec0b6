import { type Facts, isFactName } from "../model/action/facts.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { type CiFacts, UNKNOWN_CI } from "../model/policy/ci-facts.ts";
import { closedBy, type DecisionTime } from "../model/policy/rule-window.ts";
import type { Decision, Policy, PolicyRule, TraceEntry } from "../model/policy.ts";
import { replaceExpressions } from "../shared/expressions.ts";
import { shorten } from "../shared/shorten.ts";
import { knownFacts } from "./conditions/known-facts.ts";
import { testConditions } from "./conditions/test-conditions.ts";
import { evaluateProtected } from "./protected-guards.ts";
import { decidingGuard, type RuleKind, stopsIfUnknown } from "./rule-hit.ts";

const known = new WeakMap<PolicyRule, KnownEntries>();

/**
 * Decides one action by its facts: guards come first and any hit wins, the built-in ones before the others, of which
 * the strictest decides; then the rules in order, then the default. The built-in guard that only holds (of actions that
 * name no files) leaves a discard of the policy as it is. Pure.
 *
 * Every guard and rule is evaluated, so that the trace also shows other matches and the first failed condition of each.
 * Only built-in guards that do not hit are left out, all but `protected`. `places` has the paths of the root below the
 * top of its repository, so that a root inside a protected folder is protected, too. A guard or a rule whose window is
 * not open at `now` is a miss.
 */
export function evaluatePolicy(
  policy: Policy,
  facts: Facts,
  places: readonly string[] = [],
  ci: CiFacts = UNKNOWN_CI,
  now: DecisionTime = "none",
): Decision {
  const builtIn = evaluateProtected(policy.protects, facts, places);
  const trace = [...builtIn.trace];
  const hits = { guard: [] as PolicyRule[], rule: [] as PolicyRule[] };
  for (const kind of ["guard", "rule"] as const)
    for (const rule of kind === "guard" ? policy.guards : policy.rules) {
      const edge = closedBy(rule.window, now);
      const entry: TraceEntry =
        edge === undefined
          ? traceRule(rule, kind, facts, ci)
          : { id: rule.id, kind, hit: false, failed: edge };
      trace.push(entry);
      if (entry.hit) hits[kind].push(rule);
    }
  const winner = decidingGuard(hits.guard) ?? hits.rule[0];
  const { verdict, warned, reason } = winner ?? policy.default;
  if (builtIn.hit && (builtIn.hit.verdict === "discard" || verdict !== "discard")) {
    const { id: ruleId, ...decided } = builtIn.hit;
    return { verdict: decided.verdict, reason: decided.reason, ruleId, trace };
  }
  return {
    verdict,
    ...(warned === true ? { warned } : {}),
    reason: fillReason(reason, facts),
    ruleId: winner?.id ?? "default",
    trace: winner ? trace : [...trace, DEFAULT],
  };
}

const DEFAULT: TraceEntry = { id: "default", kind: "default", hit: true };

const LONGEST = INPUT_LIMITS.reasonLength;

function fillReason(reason: string, facts: Facts): string {
  const known = knownFacts(facts);
  const filled = replaceExpressions(reason, (source) => {
    const name = source.replace(/^facts\./, "");
    if (!isFactName(name)) throw new Error(`The policy was loaded with an unknown fact: ${source}`);
    const value = known[name];
    if (value === undefined) return "(not known)";
    const text = Array.isArray(value)
      ? value.join(", ")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
    return text.trim() === "" ? "(none)" : shorten(text, LONGEST); // A reason is never blank (R23).
  });
  return shorten(filled.trim(), LONGEST);
}

/** The entries that a rule gave before: of many actions most are alike, and a report has all of them in memory. */
interface KnownEntries {
  readonly hit: TraceEntry;
  miss: TraceEntry | undefined;
}

/**
 * Returns the outcome of a guard or a rule for an action. A condition that cannot be evaluated fails closed: it counts
 * as a hit in a guard and as a miss in a rule, and also in a guard that applies.
 */
function traceRule(rule: PolicyRule, kind: RuleKind, facts: Facts, ci: CiFacts): TraceEntry {
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
