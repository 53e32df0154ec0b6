import type { PolicyTest } from "../../model/policy/tests.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import { testConditions } from "../conditions/test-conditions.ts";
import { formulaOf } from "../lint/formula.ts";
import { weightOfFormula } from "../lint/formula-weight.ts";
import { evaluateProtected } from "../protected-guards.ts";
import { decidingGuard, isHit, type RuleKind } from "../rule-hit.ts";
import type { ReadyTest } from "../testing/run-tests.ts";
import { type Mutant, mutantsOf, type PolicyChange } from "./mutants.ts";

/** The outcome of all changes of a policy. */
export interface Mutation {
  readonly tried: number;
  /** The changes that no test notices. */
  readonly survivors: readonly PolicyChange[];
  /** True if the policy and its tests are so large that the last changes were not tried. */
  readonly isCut: boolean;
}

/** The most times that it is asked if a rule is a hit in a test: some seconds. */
const MOST_STEPS = 50_000_000;

/** The steps that it takes to compile one statement or glob of a rule that was changed. */
const COMPILING = 20;

/**
 * Changes a policy in every way and returns the changes that none of its tests notices. All tests must pass before.
 * `pause` lets signals in, and throws to end it.
 */
export async function findSurvivors(
  policy: Policy,
  ready: readonly ReadyTest[],
  isOwn: (id: string) => boolean,
  pause: () => Promise<void>,
): Promise<Mutation> {
  const survivors: PolicyChange[] = [];
  const judge = judgeOf(policy, ready);
  let tried = 0;
  for (const mutant of mutantsOf(policy, isOwn)) {
    if (judge.steps() > MOST_STEPS) return { tried, survivors, isCut: true };
    if (tried % MUTANTS_AT_ONCE === 0) await pause();
    tried += 1;
    const { policy: _policy, ...change } = mutant; // There may be hundreds of thousands of policies.
    if (!judge.notices(mutant)) survivors.push(change);
  }
  return { tried, survivors, isCut: false };
}

const MUTANTS_AT_ONCE = 100;

/** Runs tests of changed policies; of rules that were not changed it knows in which tests they are hits. */
function judgeOf(original: Policy, ready: readonly ReadyTest[]) {
  let steps = 0;
  const isProtected = ready.map(
    ({ assumed }) => evaluateProtected(original.protects, assumed.facts, []).hit !== undefined,
  );
  const hits = new WeakMap<PolicyRule, (boolean | undefined)[]>();
  const hitsIn = (rule: PolicyRule, test: number, kind: RuleKind): boolean => {
    const known = hits.get(rule) ?? [];
    steps += known.length > 0 ? 1 : COMPILING * weightOfFormula(formulaOf(rule.when));
    const hit = known[test] ?? isHitIn(ready[test], rule, kind);
    known[test] = hit;
    hits.set(rule, known);
    return hit;
  };
  const decide = ({ guards, rules, default: otherwise }: Policy, test: number) => {
    const guard = decidingGuard(guards.filter((rule) => hitsIn(rule, test, "guard")));
    const winner = guard ?? rules.find((rule) => hitsIn(rule, test, "rule"));
    return { verdict: (winner ?? otherwise).verdict, rule: winner?.id ?? "default" };
  };
  const passes = (test: PolicyTest, index: number, { policy, rule }: Mutant): boolean => {
    if (test.kind === "verdict") {
      if (isProtected[index]) return true; // By a built-in guard, which no change concerns.
      const decided = decide(policy, index);
      const isRule = test.rule === undefined || test.rule === decided.rule;
      return decided.verdict === test.verdict && isRule;
    }
    if (test.rule !== rule) return true;
    const kind = policy.guards.some(({ id }) => id === rule) ? "guard" : "rule";
    const changed = [...policy.guards, ...policy.rules].find(({ id }) => id === rule);
    // A rule that was dropped has taken its own tests with it.
    return changed === undefined || hitsIn(changed, index, kind) === (test.kind === "match");
  };
  return {
    notices: (mutant: Mutant) => ready.some(({ test }, index) => !passes(test, index, mutant)),
    steps: () => steps,
  };
}

function isHitIn(ready: ReadyTest | undefined, rule: PolicyRule, kind: RuleKind): boolean {
  if (ready === undefined) throw new Error("There is no such test.");
  const { facts, ci } = ready.assumed;
  return isHit(testConditions(rule.when, facts, ci), rule, kind);
}
