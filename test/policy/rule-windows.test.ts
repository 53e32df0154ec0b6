import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { explainPolicy } from "../../src/policy/explain-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";
import { factsOf } from "../support/facts.ts";

const FREEZE = `version: 1
default: { verdict: apply, reason: Usually. }
guards:
  - id: freeze
    from: 2026-12-20
    until: 2027-01-05T08:00 Europe/Berlin
    verdict: hold
    reason: Frozen.
`;

const load = (text: string) => loadPolicy(text, "p.yaml", LANGUAGE_NAMES);

async function freeze() {
  const { policy, diagnostics } = await load(FREEZE);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

const at = (time: string) => Date.parse(time);

it.each([
  ["2026-12-19T23:59:59.999Z", "apply", "from"],
  ["2026-12-20T00:00:00.000Z", "hold", undefined],
  ["2027-01-05T06:59:59.999Z", "hold", undefined],
  ["2027-01-05T07:00:00.000Z", "apply", "until"],
])(
  "W2 a guard counts from its first instant to the last one before `until`: %s",
  async (time, verdict, failed) => {
    const decision = evaluatePolicy(await freeze(), factsOf(), [], undefined, at(time));
    expect(decision.verdict).toBe(verdict);
    expect(decision.trace.find(({ id }) => id === "freeze")?.failed).toBe(failed);
  },
);

it("explains a rule that does not count by its window, and writes the window as it was", async () => {
  const policy = await freeze();
  const explain = (time: string) =>
    explainPolicy(policy, factsOf(), [], {}, at(time)).rules.find(({ id }) => id === "freeze");
  expect(explain("2026-12-01T00:00Z")?.conditions).toMatchObject([
    {
      name: "from",
      outcome: "fails",
      found: "2026-12-01T00:00:00Z, not before 2026-12-20T00:00:00Z",
    },
    { name: "until", outcome: "holds", wanted: "2027-01-05T08:00 Europe/Berlin" },
  ]);
  expect(explain("2027-02-01T00:00Z")?.conditions).toMatchObject([
    { name: "from", outcome: "holds" },
    { outcome: "fails", found: "2027-02-01T00:00:00Z, over since 2027-01-05T07:00:00Z" },
  ]);
  expect(writtenOf(policy)).toMatchObject({
    guards: [{ from: "2026-12-20", until: "2027-01-05T08:00 Europe/Berlin" }],
  });
});

it.each([
  ["until: 2026-12-20", "`freeze` never counts: `from` (2026-12-20T00:00:00Z) is not before"],
  ["until: 2025-01-01T00:00Z", "`freeze` never counts"],
  ["until: 2026", "must be a text"],
  ["until: 20261220", "must be a text"],
  ["until: [2027-01-01]", "must be a text"],
  ["until: 2027-01-01T00:00 Mars/Base", "has the zone `Mars/Base`, which is not known"],
  ["until: 2027-02-30", "names a day that does not exist"],
])("refuses `%s`, with its place", async (line, told) => {
  const { policy, diagnostics } = await load(FREEZE.replace(/until: .*/, line));
  expect(policy).toBeUndefined();
  expect(diagnostics).toMatchObject([{ code: "invalid-value", path: "p.yaml", line: 6 }]);
  expect(diagnostics[0]?.message).toContain(told);
});

it("refuses a Date of a program, and takes text as a program gives it", async () => {
  const rule = { id: "r", verdict: "apply", reason: "R." };
  const policyOf = (from: unknown) => ({
    version: 1,
    default: { verdict: "hold", reason: "H." },
    rules: [{ ...rule, from }],
  });
  const loaded = (from: unknown) => loadPolicy(policyOf(from), "object", LANGUAGE_NAMES);
  expect((await loaded(new Date(0))).policy).toBeUndefined();
  expect((await loaded("2026-12-20T08:00:00.000Z")).policy?.rules[0]?.window?.from?.at).toBe(
    at("2026-12-20T08:00Z"),
  );
});

it("refuses times of tests that are none, in the policy and of its rules", async () => {
  const tests = `tests: [{ now: 2026-02-30, verdict: hold }, { facts: { now: 12:00 }, verdict: hold }]
rules:
  - { id: r, verdict: hold, reason: R., tests: { match: [{ now: soon }], notMatch: [{ now: 2026-01-01 }] } }
`;
  const { policy, diagnostics } = await load(FREEZE + tests);
  expect(policy).toBeUndefined();
  expect(diagnostics.map(({ message }) => message.slice(0, 45))).toEqual([
    "`rules[0].tests.match[0].now` must be a time ",
    "`tests[0].now` names a day that does not exis",
    "`tests[1].facts.now` must be a time such as `",
  ]);
});
