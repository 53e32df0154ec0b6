import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: A person decides. }
guards:
  - { id: vendored, when: { anyFile: ["vendor/**"] }, verdict: discard, reason: Not ours. }
rules:
  - id: small
    when: { maxFiles: 3, recipe: [a, b] }
    verdict: apply
    reason: Small.
    tests:
      match: [{ recipe: a, fileCount: 3 }, { recipe: b }]
      notMatch: [{ recipe: a, fileCount: 4 }, { recipe: c }]
tests:
  - { facts: { recipe: a, files: [vendor/a.ts] }, verdict: discard }
  - { facts: { recipe: a }, verdict: apply, rule: small }
  - { facts: { recipe: x }, verdict: hold }
`;

const run = (policy: string, ...argv: string[]) =>
  cli(tempTree({ "sluice.policy.yaml": policy }), ["policy", "mutate", ...argv]);

it("finds that the tests notice every change of a policy that is tested well", async () => {
  expect(await run(POLICY, "--min-score", "100")).toEqual({
    exitCode: 0,
    stdout: "15 changes, 15 noticed by a test · score 100 %\n",
    stderr: "",
  });
});

it.each<[without: string, told: readonly string[]]>([
  [
    "{ recipe: a, fileCount: 4 }, ",
    [
      "7:23: no test notices `small` without `maxFiles`",
      "7:23: no test notices `small` with `maxFiles` 4 in place of 3",
    ],
  ],
  ["{ recipe: b }", ["7:38: no test notices `small` with `recipe` without `b`"]],
  [
    "{ recipe: a, fileCount: 3 }, ",
    ["7:23: no test notices `small` with `maxFiles` 2 in place of 3"],
  ],
  [
    "  - { facts: { recipe: a, files: [vendor/a.ts] }, verdict: discard }\n",
    [
      "4:5: no test notices `vendored` dropped",
      "4:64: no test notices `vendored` with the verdict apply in place of discard",
    ],
  ],
  [
    "  - { facts: { recipe: x }, verdict: hold }\n",
    ["2:10: no test notices `default` with the verdict apply in place of hold"],
  ],
])("names with its place what no test notices without %s", async (without, told) => {
  expect(POLICY).toContain(without);
  const { exitCode, stdout } = await run(POLICY.replace(without, ""));
  expect(exitCode).toBe(0);
  const lines = stdout.split("\n").slice(0, -2);
  for (const line of told) expect(lines).toContain(`sluice.policy.yaml:${line}`);
});

it("tells that two rules may change places, unless they exclude each other", async () => {
  const two = (first: string, second: string, tests: string) => `version: 1
default: { verdict: discard, reason: Otherwise. }
rules:
  - { id: a, when: ${first}, verdict: apply, reason: A. }
  - { id: b, when: ${second}, verdict: hold, reason: B. }
tests: [${tests}]
`;
  const tests =
    "{ facts: { fileCount: 1 }, verdict: apply }, { facts: { fileCount: 9 }, verdict: hold }";
  const shown = await run(two("{ maxFiles: 2 }", "{ fileCount: { min: 1 } }", tests));
  expect(shown.stdout).not.toContain("behind");
  const unseen = await run(two("{ maxFiles: 2 }", "{ fileCount: { min: 2 } }", tests));
  expect(unseen.stdout).toContain("sluice.policy.yaml:4:5: no test notices `a` behind `b`");
  const excluded = await run(two("{ maxFiles: 2 }", "{ fileCount: { min: 3 } }", tests));
  expect(excluded.stdout).not.toContain("behind");
});

it("ends with 1 below the threshold, if a test fails, and without tests; JSON has the survivors", async () => {
  const weak = POLICY.replace("  - { facts: { recipe: x }, verdict: hold }\n", "");
  const below = await run(weak, "--min-score", "99", "--format", "json");
  expect([below.exitCode, below.stderr]).toEqual([
    1,
    "sluice: the score is 93 %, and --min-score is 99 %.\n",
  ]);
  expect(JSON.parse(below.stdout)).toEqual({
    formatVersion: "1.0",
    exitCode: 1,
    policy: "sluice.policy.yaml",
    score: 93,
    tried: 15,
    killed: 14,
    isCut: false,
    survivors: [
      {
        rule: "default",
        change: "with the verdict apply in place of hold",
        path: "sluice.policy.yaml",
        line: 2,
        column: 10,
      },
    ],
  });
  const failing = await run(POLICY.replace("maxFiles: 3", "maxFiles: 2"));
  expect([failing.exitCode, failing.stdout]).toEqual([1, ""]);
  expect(failing.stderr).toBe("sluice: a test of the policy fails. See sluice policy test.\n");
  const bare = "version: 1\ndefault: { verdict: hold, reason: r }\n";
  expect((await run(bare)).stderr).toBe(
    "sluice: the policy has no tests. See sluice policy test.\n",
  );
  expect((await run(`${bare}rulez: []\n`)).exitCode).toBe(2);
});

it("changes nested conditions, lists, ranges and parts of ci", async () => {
  const policy = `version: 1
default: { verdict: hold, reason: Otherwise. }
rules:
  - id: x
    when:
      any: [{ fileCount: { min: 2, max: 4 } }, { not: { idempotent: true } }]
      owners: { any: ["@a", "@b"], count: 1 }
      ci: { event: [push, schedule], fork: false }
    verdict: apply
    reason: X.
tests: [{ verdict: hold }]
`;
  const { stdout } = await run(policy);
  const changes = [...stdout.matchAll(/no test notices `x` (.*)$/gm)].map(([, change]) => change);
  for (const change of [
    "without `any[1]`",
    "with min of `fileCount` 1 in place of 2 in `any[0]`",
    "with max of `fileCount` 5 in place of 4 in `any[0]`",
    "with `idempotent` turned around in `not` in `any[1]`",
    "with any of `owners` without `@b`",
    "with `count of `owners`` 2 in place of 1",
    "without `ci.fork`",
    "with `ci.event` without `push`",
  ])
    expect(changes.map((each) => each?.replaceAll("`", ""))).toContain(change.replaceAll("`", ""));
});

it("shows the default in the file that has it, and leaves that of a built-in policy alone", async () => {
  const root = tempTree({
    "base.yaml": "version: 1\n\ndefault: { verdict: hold, reason: Base. }\n",
    "p.yaml": "version: 1\nextends: base.yaml\n",
    "safe.yaml": "version: 1\nextends: safe\n",
    "cases.yaml": "version: 1\ntests: [{ facts: { files: [.github/a.yml] }, verdict: discard }]\n",
  });
  const own = await cli(root, ["policy", "mutate", "p.yaml", "cases.yaml"]);
  expect(own.stdout).toContain("base.yaml:3:10: no test notices `default` with the verdict apply");
  for (const policy of ["safe", "safe.yaml"]) {
    const { stdout } = await cli(root, ["policy", "mutate", policy, "cases.yaml"]);
    expect(stdout).toBe("0 changes, 0 noticed by a test · score 100 %\n");
  }
});
