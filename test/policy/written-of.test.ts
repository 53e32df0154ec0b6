import { expect, it } from "vitest";
import { type ExtendedPolicy, loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";
import { LANGUAGE_NAMES } from "../../src/run/prepare/prepare-policy.ts";

it("writes a policy that can be loaded also if what it extends has no effect in one transaction", async () => {
  const base = `version: 1
default: { verdict: hold, reason: D. }
onApplyError: discard
rules: [{ id: a, verdict: apply, reason: A., onApplyError: fail }]
`;
  const read = (): Promise<ExtendedPolicy> => Promise.resolve({ written: base, path: "base.yaml" });
  const own = "version: 1\nextends: base.yaml\ntransaction: run\n";
  const { policy } = await loadPolicy(own, "p.yaml", LANGUAGE_NAMES, read);
  if (policy === undefined) throw new Error("It is not valid.");
  const written = writtenOf(policy);
  expect(JSON.stringify(written)).not.toContain("onApplyError");
  const again = await loadPolicy(written, "object:policy", LANGUAGE_NAMES);
  expect(again.diagnostics).toEqual([]);
  expect(again.policy).toMatchObject({
    transaction: "run",
    rules: [{ id: "a", verdict: "apply" }],
  });
});
