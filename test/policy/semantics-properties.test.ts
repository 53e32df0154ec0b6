import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import type { Decision, Policy } from "../../src/model/policy.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";
import { randomConditions, randomFacts } from "../support/random-policy.ts";
import { seededRandom } from "../support/seeded-random.ts";

const VERDICTS = ["apply", "discard", "hold"] as const;
const POLICIES = 20;
const FACTS = 20;

async function load(written: object): Promise<Policy> {
  const { policy, diagnostics } = await loadPolicy(written, "p.yaml", LANGUAGE_NAMES);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

/** Loads random policies, and random facts for each. */
async function* cases(seed: number, guardVerdicts: readonly string[] = VERDICTS) {
  for (let index = 0; index < POLICIES; index += 1) {
    const random = seededRandom(seed * 1000 + index);
    const rules = (name: string, count: number, verdicts: readonly string[]) =>
      Array.from({ length: count }, (_, at) => ({
        id: `${name}-${at}`,
        when: randomConditions(random),
        verdict: random.pick(verdicts),
        reason: `${name}-${at} says so.`,
      }));
    const policy = await load({
      version: 1,
      default: { verdict: random.pick(VERDICTS), reason: "Otherwise." },
      lift: random.pick([[], ["protected-unnamed"]]),
      guards: rules("guard", 1 + random.below(3), guardVerdicts),
      rules: rules("rule", random.below(4), VERDICTS),
    });
    const facts = Array.from({ length: FACTS }, () => randomFacts(random));
    yield { policy, facts, random };
  }
}

/** Counts how often each verdict falls, so that a property is known to be about something. */
function tally() {
  const counts = { apply: 0, discard: 0, hold: 0 };
  return { counts, add: ({ verdict }: Decision) => (counts[verdict] += 1) };
}

describe("the semantics of policies", () => {
  it("never let another guard turn what a guard stops into an apply", async () => {
    const { counts, add } = tally();
    for await (const { policy, facts, random } of cases(1)) {
      const [guard, ...others] = policy.guards;
      if (guard === undefined) continue;
      const added = [...others];
      added.splice(random.below(added.length + 1), 0, guard);
      for (const each of facts) {
        const before = evaluatePolicy({ ...policy, guards: others }, each.facts, [], each.ci);
        const after = evaluatePolicy({ ...policy, guards: added }, each.facts, [], each.ci);
        const isStopped = before.trace.some(
          ({ id, kind }) => kind === "guard" && id === before.ruleId,
        );
        const isByRule = !isStopped && guard.verdict === "apply"; // A guard that applies is before all rules.
        if (before.verdict !== "apply" && !isByRule) expect(after.verdict).not.toBe("apply");
        add(before);
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(12);
  });

  it("do not let the order of guards change a verdict", async () => {
    const { counts, add } = tally();
    for await (const { policy, facts, random } of cases(2)) {
      const shuffled = { ...policy, guards: random.shuffle(policy.guards) };
      for (const { facts: own, ci } of facts) {
        const decision = evaluatePolicy(policy, own, [], ci);
        const other = evaluatePolicy(shuffled, own, [], ci);
        expect(other.verdict).toBe(decision.verdict);
        add(decision);
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(12);
  });

  it("never apply by a guard or a rule that cannot be evaluated", async () => {
    let unknowns = 0;
    for await (const { policy, facts } of cases(3)) {
      for (const { facts: own, ci } of facts) {
        const { verdict, ruleId, trace } = evaluatePolicy(policy, own, [], ci);
        const open = trace.filter(({ unknown = [], failed }) =>
          unknown.some((name) => name === failed),
        );
        const isOpenGuard = trace.some(
          ({ kind, hit, unknown = [] }) => kind === "guard" && hit && unknown.length > 0,
        );
        const decided = trace.find(({ id }) => id === ruleId);
        const isOpen = (decided?.unknown ?? []).length > 0;
        if (isOpen) expect([decided?.kind, verdict === "apply"]).toEqual(["guard", false]);
        unknowns += Number(isOpenGuard) + open.length;
      }
    }
    expect(unknowns).toBeGreaterThan(100);
  });

  it("flip nothing if the same policy is replayed", async () => {
    for await (const { policy, facts } of cases(4)) {
      const first = facts.map((each) => evaluatePolicy(policy, each.facts, [], each.ci));
      const again = [...facts]
        .reverse()
        .map((each) => evaluatePolicy(policy, each.facts, [], each.ci));
      expect(again.reverse()).toEqual(first);
    }
  });

  it("are those of the file that `policy show --resolved` prints", async () => {
    for await (const { policy, facts } of cases(5)) {
      const resolved = await load(JSON.parse(JSON.stringify(writtenOf(policy))));
      for (const each of facts)
        expect(evaluatePolicy(resolved, each.facts, [], each.ci)).toEqual(
          evaluatePolicy(policy, each.facts, [], each.ci),
        );
    }
  });
});
