import { expect, it } from "vitest";
import { isDecidedByPolicy } from "../../src/policy/decided-by-policy.ts";

const guard = (id: string, hit = true) => ({ id, kind: "guard", hit }) as const;
const rule = (id: string, hit = true) => ({ id, kind: "rule", hit }) as const;

it.each([
  ["g", [guard("g")], true],
  ["g", [guard("f"), guard("g")], true], // The strictest guard decides, not the first.
  ["g", [guard("f"), guard("g", false)], false],
  ["model", [guard("g"), rule("model")], false],
  ["model", [rule("a"), rule("model")], false],
  ["model", [rule("model")], true],
  ["model", [], false],
] as const)("a decision by %s on %j is one of the policy: %s", (ruleId, trace, isOfPolicy) => {
  expect(isDecidedByPolicy({ ruleId, trace })).toBe(isOfPolicy);
});
