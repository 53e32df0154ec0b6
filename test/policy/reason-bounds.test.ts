import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { INPUT_LIMITS } from "../../src/model/input-limits.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { factsOf } from "../support/facts.ts";

const EXPRESSION = "${{ facts.label }}";

function loaded(reason: string) {
  const text = JSON.stringify({ version: 1, default: { verdict: "apply", reason } });
  return loadPolicy(text, "p.yaml", LANGUAGE_NAMES);
}

it.each([
  [
    "too many expressions",
    EXPRESSION.repeat(INPUT_LIMITS.reasonExpressions + 1),
    /101 expressions/,
  ],
  ["too long", "x".repeat(INPUT_LIMITS.reasonTemplate + 1), /16384/],
])("refuses a reason with %s, once", async (_, reason, told) => {
  const { diagnostics } = await loaded(reason);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["invalid-value", expect.stringMatching(told)],
  ]);
});

it("fills a reason with as many expressions as it may have, and cuts what becomes too long", async () => {
  const { policy } = await loaded(EXPRESSION.repeat(INPUT_LIMITS.reasonExpressions));
  if (policy === undefined) throw new Error("It is valid.");
  const reasonOf = (label: string) => evaluatePolicy(policy, factsOf({ label })).reason;
  expect(reasonOf("ab")).toBe("ab".repeat(100));
  const cut = reasonOf("x".repeat(10_000));
  expect([cut.length, cut.at(-1)]).toEqual([INPUT_LIMITS.reasonLength, "…"]);
});
