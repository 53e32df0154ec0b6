import { expect, it } from "vitest";
import { addUp } from "../../../src/fleet/merge/add-up.ts";
import type { Contribution } from "../../../src/fleet/merge/contribution.ts";
import { plannedResult } from "../../support/fleet/results.ts";

const { planText: _, ...RESULT } = plannedResult("o/a");
const COMMIT = RESULT.commit ?? "";
const PLANNED: Contribution = {
  ...{ from: "one", name: "o/a", result: RESULT, planText: async () => undefined },
  outcome: { state: "planned", commit: COMMIT },
};
const PUBLISHED: Contribution = { ...PLANNED, outcome: { state: "published", commit: COMMIT } };
const FAILED: Contribution = {
  ...PLANNED,
  from: "other",
  result: undefined,
  outcome: { state: "failed" },
};
const SKIPPED: Contribution = { ...FAILED, outcome: { state: "skipped" } };

it.each([
  [
    "two repositories",
    [PLANNED, { ...PLANNED, name: "o/b" }],
    [PLANNED, { ...PLANNED, name: "o/b" }],
  ],
  ["the same one twice", [PLANNED, { ...PLANNED, from: "again" }], [PLANNED]],
  ["one that was published meanwhile", [PLANNED, PUBLISHED], [PUBLISHED]],
  ["one that was published before", [PUBLISHED, PLANNED], [PUBLISHED]],
  ["one that failed twice", [FAILED, FAILED], [FAILED]],
])("the outcomes of jobs that ran alone are added up: %s", (_what, from, outcomes) => {
  expect(addUp(from)).toEqual({ outcomes: new Map(outcomes.map((each) => [each.name, each])) });
});

it.each([
  ["commits", { ...PLANNED, outcome: { ...PLANNED.outcome, commit: "d".repeat(40) } }],
  ["plans", { ...PLANNED, result: { ...RESULT, plan: { digest: "0".repeat(64), bytes: 1 } } }],
  ["commits", FAILED],
])("two outcomes of one repository of different %s are refused", (what, other) => {
  const faults = [`o/a has two outcomes, of different ${what}: one and ${other.from}.`];
  expect(addUp([PLANNED, other])).toEqual({ faults });
});

it("two outcomes of one repository in different states are refused", () => {
  const faults = ["o/a has two outcomes, of different states: other and other."];
  expect(addUp([FAILED, SKIPPED])).toEqual({ faults });
});
