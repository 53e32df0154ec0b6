import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import type { Policy } from "../../src/model/policy.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";
import { factsOf } from "../support/facts.ts";

async function policyOf(lines: string): Promise<Policy> {
  const loaded = await loadPolicy(`version: 1\n${lines}`, "p.yaml", LANGUAGE_NAMES);
  if (loaded.policy === undefined) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.policy;
}

const decide = (policy: Policy) => {
  const { verdict, warned, ruleId } = evaluatePolicy(policy, factsOf());
  return [verdict, warned, ruleId];
};

const HELD = "default: { verdict: hold, reason: Look. }\n";

it.each([
  ["discard", "discard", undefined],
  ["hold", "hold", undefined],
  ["apply", "apply", true],
])(
  "a guard that warns is weaker than one that says %s, but for apply",
  async (other, verdict, warned) => {
    const guards = `guards:
  - { id: other, verdict: ${other}, reason: Other. }
  - { id: warns, verdict: warn, reason: Warns. }
`;
    const decider = other === "apply" ? "warns" : "other";
    expect(decide(await policyOf(HELD + guards))).toEqual([verdict, warned, decider]);
  },
);

it("a default may warn, and is written so", async () => {
  const policy = await policyOf("default: { verdict: warn, reason: Look at it. }\n");
  expect(decide(policy)).toEqual(["apply", true, "default"]);
  expect(writtenOf(policy)).toMatchObject({ default: { verdict: "warn", reason: "Look at it." } });
});

it("a condition that cannot be evaluated is a miss in a guard that warns, as in one that applies", async () => {
  const guards = "guards: [{ id: g, when: { idempotent: true }, verdict: warn, reason: W. }]\n";
  const policy = await policyOf(HELD + guards);
  const { idempotent: _idempotent, ...facts } = factsOf();
  expect(evaluatePolicy(policy, facts)).toMatchObject({ verdict: "hold", ruleId: "default" });
});

it("a rule that warns may have checks and onApplyError, as one that applies", async () => {
  const policy = await policyOf(`${HELD}checks: { a: { run: [node] } }
rules: [{ id: r, verdict: warn, reason: W., checks: [a], onApplyError: discard }]
`);
  expect(policy.rules[0]).toMatchObject({ verdict: "apply", warned: true, checks: ["a"] });
});
