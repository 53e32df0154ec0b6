import { expect, it } from "vitest";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: A person decides. }
guards:
  - id: vendored
    when: { anyFile: ["vendor/**"] }
    verdict: discard
    reason: Not ours.
    tests: { match: [{ files: [vendor/a.ts] }], notMatch: [{ files: [src/a.ts] }] }
rules:
  - id: small
    when:
      maxFiles: 3
      any: [{ lang: [typescript] }, { owners: ["@docs"] }]
    verdict: apply
    reason: Small.
    tests:
      match: [{ fileCount: 3 }, { files: [a.py], owners: ["@docs"] }]
      notMatch: [{ fileCount: 4 }, { files: [a.py] }, { files: [a.py], unknown: [owners] }]
tests:
  - { name: small ones, facts: { fileCount: 2 }, verdict: apply, rule: small }
  - { name: large ones, facts: { fileCount: 20 }, verdict: hold, rule: default }
`;

const run = async (files: Record<string, string>, ...argv: string[]) =>
  cli(tempTree(files), ["policy", "test", ...argv]);

it("runs the tests of rules and of the policy, and says that they reach everything", async () => {
  expect(await run({ "sluice.policy.yaml": POLICY })).toEqual({
    exitCode: 0,
    stdout: "9 tests passed, 0 failed · coverage 100 %\n",
    stderr: "",
  });
});

it("shows each failure with its place, what was expected, what came out and why", async () => {
  const policy = POLICY.replace("maxFiles: 3", "maxFiles: 2").replace(
    "rule: small }",
    "rule: smal }",
  );
  const { exitCode, stdout, stderr } = await run({ "sluice.policy.yaml": policy });
  expect([exitCode, stderr]).toEqual([1, "sluice: 2 tests failed.\n"]);
  expect(stdout).toBe(`sluice.policy.yaml:17:15: failed: small match 1
  expected: match
  actual:   no match
  The rule \`small\` does not match: \`maxFiles\` does not hold (3).
sluice.policy.yaml:20:5: failed: small ones
  expected: apply by \`smal\`
  actual:   apply by \`small\`
  \`small\` decided: Small.
  The policy has no guard or rule \`smal\`.
7 tests passed, 2 failed · coverage 100 %
`);
});

it("names rules that no test hits, and conditions that were never true or never false", async () => {
  const policy = POLICY.replace(/ {4}tests:\n.*\n.*\n/, "").replace(/ {4}tests: .*\n/, "");
  const { exitCode, stdout, stderr } = await run(
    { "sluice.policy.yaml": policy },
    "--min-coverage",
    "70%",
  );
  expect([exitCode, stderr]).toEqual([
    1,
    "sluice: the coverage is 58 %, and --min-coverage is 70 %.\n",
  ]);
  expect(stdout).toBe(`sluice.policy.yaml:4: no test hits \`vendored\`
sluice.policy.yaml:5: \`anyFile\` of \`vendored\` is never true
sluice.policy.yaml:12: \`any\` of \`small\` is never false
sluice.policy.yaml:12: \`any[0].lang\` of \`small\` is never false
sluice.policy.yaml:12: \`any[1].owners\` of \`small\` is never true
2 tests passed, 0 failed · coverage 58 %
`);
});

it("reads the files of tests beside the policy, or those that are named", async () => {
  const tests = (verdict: string) =>
    `version: 1\ntests: [{ facts: { recipe: x }, verdict: ${verdict} }]\n`;
  const files = {
    "sluice.policy.yaml": POLICY,
    "a.policy-test.yaml": tests("apply"),
    "other.yaml": tests("hold"),
  };
  expect((await run(files)).stdout).toMatch(/^10 tests passed, 0 failed/);
  const named = await run(files, "sluice.policy.yaml", "other.yaml", "--format", "json");
  expect(named.exitCode).toBe(1);
  expect(JSON.parse(named.stdout)).toMatchObject({
    exitCode: 1,
    policy: "sluice.policy.yaml",
    totals: { tests: 10, passed: 9, failed: 1 },
    coverage: { percent: 100 },
  });
  expect(JSON.parse(named.stdout).tests[9]).toEqual({
    kind: "verdict",
    name: "test 1",
    path: "other.yaml",
    line: 2,
    column: 9,
    passed: false,
    expected: "hold",
    actual: "apply by `small`",
    why: ["`small` decided: Small."],
  });
});

it("may leave open if a model had a part in an action: that is not known of a plan that is not believed", async () => {
  const files = {
    "sluice.policy.yaml": `version: 1
default: { verdict: apply, reason: Small. }
guards: [{ id: models, when: { fromModel: true }, verdict: hold, reason: A person looks. }]
tests: [{ facts: { unknown: [fromModel, untrusted] }, verdict: hold, rule: models }]
`,
  };
  expect((await run(files)).exitCode).toBe(0);
});

it.each<[written: string, told: string]>([
  ["{ facts: { recip: x }, verdict: hold }", "`recip`"],
  ["{ facts: { fileCount: x }, verdict: hold }", "must be a number, and is a text"],
  ["{ facts: { files: [a], fileCount: 2 }, verdict: hold }", "is not the number of `files`"],
  ["{ facts: { unknown: [ownrs] }, verdict: hold }", "Did you mean `owners`?"],
  ["{ facts: { unknown: [recipe] }, verdict: hold }", "is known of every action"],
  ["{ facts: { owners: [], unknown: [owners] }, verdict: hold }", "which has a value"],
  ["{ facts: {}, verdict: maybe }", "must be `apply` or `warn` or `discard` or `hold`"],
  ["{ facts: {} }", "verdict"],
])("ends with exit code 2 for a file of tests with %s", async (written, told) => {
  const files = {
    "sluice.policy.yaml": POLICY,
    "a.policy-test.yaml": `version: 1\ntests: [${written}]\n`,
  };
  const { exitCode, stdout, stderr } = await run(files);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^a\.policy-test\.yaml:2:\d+: error: /);
  expect(stderr).toContain(told);
});

it("tells a policy that is not valid from a wrong verdict, and from one without tests", async () => {
  const bare = "version: 1\ndefault: { verdict: hold, reason: r }\n";
  expect((await run({ "sluice.policy.yaml": `${bare}rulez: []\n` })).exitCode).toBe(2);
  expect(
    (await run({ "sluice.policy.yaml": bare }, "sluice.policy.yaml", "nope.yaml")).exitCode,
  ).toBe(2);
  const empty = await run({ "sluice.policy.yaml": bare });
  expect(empty.exitCode).toBe(1);
  expect(empty.stderr).toContain("the policy has no tests.");
  expect((await run({ "sluice.policy.yaml": bare }, "--allow-empty")).exitCode).toBe(0);
  const faulty = await run({ "sluice.policy.yaml": bare }, "--min-coverage", "101");
  expect(faulty.stderr).toContain("--min-coverage: invalid percentage `101`.");
});

it("runs the tests of rules in files that it extends, but not their tests of the whole", async () => {
  const files = {
    "sluice.policy.yaml":
      "version: 1\nextends: [./base.yaml, safe]\ntests: [{ verdict: apply, rule: small }]\n",
    "base.yaml": POLICY.replace("verdict: hold, rule: default", "verdict: discard"),
  };
  expect((await run(files)).stdout).toMatch(/^8 tests passed, 0 failed · coverage 100 %/);
});

it("does not count a condition that cannot be evaluated as one that was true or false", async () => {
  const policy = `version: 1
default: { verdict: hold, reason: A person decides. }
rules: [{ id: owned, when: { owners: ["@me"] }, verdict: apply, reason: Owned. }]
tests: [{ facts: { unknown: [owners] }, verdict: hold }]
`;
  const { exitCode, stdout } = await run({ "sluice.policy.yaml": policy });
  expect(exitCode).toBe(0);
  expect(stdout).toContain("`owners` of `owned` is never true or false\n");
  expect(stdout).toContain("coverage 0 %");
});
