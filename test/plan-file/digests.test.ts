import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { digestOfPolicy } from "../../src/plan-file/digests.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: No rule covers this change. }
commits: { trailers: { tests: none, place: here } }
rules:
  - { id: small, when: { maxFiles: 3 }, verdict: apply, reason: Small. }
`;

async function digestOf(text: string, path = "p.yaml"): Promise<string> {
  const { policy, diagnostics } = await loadPolicy(text, path, LANGUAGE_NAMES);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return digestOfPolicy(policy);
}

it.each([
  ["the name of its file", POLICY, "other.yaml"],
  ["the lines of its rules", POLICY.replace("rules:", "\n# Ours.\nrules:"), undefined],
  [
    "the tests of its rules",
    POLICY.replace("reason: Small.", "reason: Small., tests: { match: [{ fileCount: 3 }] }"),
    undefined,
  ],
])("gives a policy the same digest with another %s", async (_what, text, path) => {
  expect(await digestOf(text, path)).toBe(await digestOf(POLICY));
});

it.each([
  ["verdict", "verdict: apply", "verdict: discard"],
  ["bound", "maxFiles: 3", "maxFiles: 4"],
  ["trailer that is called `tests`", "tests: none", "tests: some"],
  ["trailer that is called `place`", "place: here", "place: there"],
])("gives a policy another digest with another %s", async (_what, from, to) => {
  expect(await digestOf(POLICY.replace(from, to))).not.toBe(await digestOf(POLICY));
});
