import { expect, it } from "vitest";
import { checkedTree, runChecked, statesOf } from "../../support/checked-tree.ts";

import { readText } from "../../support/temp-tree.ts";

/** The check `a` passes for the first file only together with the second one, which `b` refuses. */
const CHECKS = (after: string) => `version: 1
default: { verdict: hold, reason: No rule. }
checks:
  a: { run: "! grep -q fresh src/f0.ts || grep -q fresh src/f1.ts", shell: true, after: rule }
  b: { run: "! grep -q fresh src/f1.ts", shell: true, after: ${after} }
rules:
`;

const BY_RULES = `  - { id: x, when: { allFiles: [src/f0.ts] }, verdict: apply, reason: X., checks: [a] }
  - { id: y, when: { allFiles: [src/f1.ts] }, verdict: apply, reason: Y., checks: [b] }
  - { id: z, verdict: apply, reason: Z., checks: [b] }
`;

const BY_TIME = `  - { id: x, verdict: apply, reason: X., checks: [a, b], onCheckFailure: bisect }
`;

it.each([
  ["another rule took back an action that it needs", `${CHECKS("rule")}${BY_RULES}`, 1],
  ["a later check took back an action that it needs", `${CHECKS("run")}${BY_TIME}`, 1],
])("a check that has passed runs again if %s", async (_what, policy, applied) => {
  const root = checkedTree(policy, { count: 3 });
  const report = await runChecked(root, {});
  expect(report).toMatchObject({ outcome: "failed", exitCode: 1, totals: { applied } });
  expect(statesOf(report)).toEqual({
    "src/f0.ts": "discarded",
    "src/f1.ts": "discarded",
    "src/f2.ts": "applied",
  });
  expect(report.actions[0]?.reason).toMatch(/^Check `a` failed/);
  expect(report.actions[0]?.checks).toContainEqual({ name: "a", outcome: "failed" });
  expect(["src/f0.ts", "src/f1.ts", "src/f2.ts"].map((path) => readText(root, path))).toEqual([
    "old(0);\n",
    "old(1);\n",
    "fresh(2);\n",
  ]);
});

it("a check does not run again if nothing was taken back since it passed", async () => {
  const policy = `${CHECKS("rule")}${BY_RULES}`;
  const passing = policy.replace('run: "! grep -q fresh src/f1.ts"', 'run: "true"');
  const report = await runChecked(checkedTree(passing, { count: 3 }), {});
  expect(report.exitCode).toBe(0);
  expect(report.checks?.map(({ name }) => name)).toEqual(["a", "b", "b"]);
});
