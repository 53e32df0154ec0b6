import type { Verdict } from "../../model/policy/verdict.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { formulaOf } from "../lint/formula.ts";
import { Prover } from "../lint/prove.ts";
import { mutateConditions } from "./mutate-conditions.ts";

/** One change of a policy. */
export interface PolicyChange {
  /** The guard or rule that was changed, or `default`. */
  readonly rule: string;
  /** The change in words. */
  readonly change: string;
  /** The path of what was changed, in the rule. */
  readonly at: YamlPath;
}

/** A policy with one change. */
export interface Mutant extends PolicyChange {
  readonly policy: Policy;
}

/** The verdict that takes the place of another one: the most dangerous change. */
const SWAPPED: Readonly<Record<Verdict, Verdict>> = {
  apply: "hold",
  hold: "apply",
  discard: "apply",
};

/**
 * Yields a policy with each single change, in the order of the policy. `isOwn` says which rules are changed, and for
 * `default` if that is.
 */
export function* mutantsOf(policy: Policy, isOwn: (id: string) => boolean): Iterable<Mutant> {
  const prover = new Prover();
  for (const list of ["guards", "rules"] as const)
    for (const [index, rule] of policy[list].entries()) {
      if (!isOwn(rule.id)) continue;
      yield* mutantsOfRule(rule, (changed) => ({
        ...policy,
        [list]: replaced(policy[list], index, changed),
      }));
      if (list === "rules") yield* reordered(policy, index, prover);
    }
  if (!isOwn("default")) return;
  const { verdict } = policy.default;
  const otherwise = { ...policy.default, verdict: SWAPPED[verdict] };
  const change = `with the verdict ${otherwise.verdict} in place of ${verdict}`;
  yield { rule: "default", change, at: [], policy: { ...policy, default: otherwise } };
}

function* mutantsOfRule(
  rule: PolicyRule,
  withRule: (changed: readonly PolicyRule[]) => Policy,
): Iterable<Mutant> {
  const { id, when, verdict } = rule;
  const swapped = SWAPPED[verdict];
  yield { rule: id, change: "dropped", at: [], policy: withRule([]) };
  yield {
    rule: id,
    change: `with the verdict ${swapped} in place of ${verdict}`,
    at: ["verdict"],
    policy: withRule([{ ...rule, verdict: swapped }]),
  };
  for (const { change, at, when: changed } of mutateConditions(when))
    yield { rule: id, change, at: ["when", ...at], policy: withRule([{ ...rule, when: changed }]) };
}

/** Changes places with the next rule, if it can matter: both may be hits, and their verdicts differ. */
function* reordered(policy: Policy, index: number, prover: Prover): Iterable<Mutant> {
  const [first, second] = policy.rules.slice(index, index + 2);
  if (first === undefined || second === undefined || first.verdict === second.verdict) return;
  const both = { kind: "and", parts: [formulaOf(first.when), formulaOf(second.when)] } as const;
  if (prover.neverHolds(both)) return;
  const others = [...policy.rules];
  others.splice(index, 2, second, first);
  yield {
    rule: first.id,
    change: `behind \`${second.id}\``,
    at: [],
    policy: { ...policy, rules: others },
  };
}

function replaced(
  rules: readonly PolicyRule[],
  index: number,
  changed: readonly PolicyRule[],
): readonly PolicyRule[] {
  return [...rules.slice(0, index), ...changed, ...rules.slice(index + 1)];
}
