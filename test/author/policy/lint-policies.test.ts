import { expect, it } from "vitest";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: A person decides. }
rules:
  - { id: few, when: { maxFiles: 5 }, verdict: apply, reason: Few files. }
  - id: fewer
    when: { fileCount: { max: 3 }, anyFile: [scr] }
    verdict: discard
    reason: Fewer files.
`;

const run = (files: Record<string, string>, ...argv: string[]) =>
  cli(tempTree(files), ["policy", "lint", ...argv]);

it("shows each finding with its place and what to do, and ends with exit code 1", async () => {
  const { exitCode, stdout, stderr } = await run({ "sluice.policy.yaml": POLICY, "src/a.ts": "" });
  expect([exitCode, stderr]).toEqual([1, ""]);
  expect(stdout).toContain(
    "sluice.policy.yaml:5:5: error: The rule `fewer` never decides: the rule `few` before it is a hit whenever this one is (1 condition: maxFiles). [rule-unreachable]\n",
  );
  expect(stdout).toContain("hint: Move `fewer` before `few`, or remove it.\n");
  expect(stdout).toContain("sluice.policy.yaml:6:46: warning: The glob `scr` of `fewer`");
  expect(stdout).toMatch(/\n1 policy looked at, 1 error, 1 warning\.\n$/);
});

it("ends with 0 if there are only warnings, and with 2 if a policy is not valid", async () => {
  const warned = POLICY.replace(/ {2}- id: fewer[\s\S]*/, "").replace("hold", "apply");
  const files = { "sluice.policy.yaml": warned, "bad.yaml": "version: 1\nrulez: []\n" };
  const { exitCode, stdout } = await run(files, "--format", "json");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    exitCode: 0,
    policies: ["sluice.policy.yaml"],
    diagnostics: [
      { code: "default-applies", severity: "warning", line: 2, path: "sluice.policy.yaml" },
    ],
  });
  const both = await run(files, "sluice.policy.yaml", "bad.yaml");
  expect(both.exitCode).toBe(2);
  expect(both.stdout).toContain("bad.yaml:2:1: error: Unknown key `rulez`.");
  expect(both.stdout).toMatch(/1 policy looked at/);
  expect((await run({ "a.ts": "" })).exitCode).toBe(2);
});

it("looks at policies that extend others, and leaves the rules of built-in ones alone", async () => {
  const files = {
    "sluice.policy.yaml":
      "version: 1\nextends: [./base.yaml, safe]\nrules: [{ id: all, verdict: hold, reason: All. }]\n",
    "base.yaml": POLICY.replace("scr", "src"),
    "src/a.ts": "",
  };
  const { exitCode, stdout } = await run(files);
  expect(exitCode).toBe(0);
  expect(stdout.match(/^\S+: warning: .*$/gm)).toEqual([
    "base.yaml:4:5: warning: The rule `few` never decides: the rule `all` before it has no conditions. [rule-unreachable]",
    "base.yaml:5:5: warning: The rule `fewer` never decides: the rule `all` before it has no conditions. [rule-unreachable]",
  ]);
});

it("takes hundreds of rules that look alike", async () => {
  const rules = Array.from(
    { length: 400 },
    (_, index) =>
      `  - { id: r${index}, when: { recipe: [r${index}], any: [{ maxFiles: 1 }, { idempotent: true }] }, verdict: apply, reason: R ${index}. }`,
  );
  const policy = `version: 1\ndefault: { verdict: hold, reason: A person decides. }\nrules:\n${rules.join("\n")}\n`;
  const { exitCode, stdout } = await run({ "sluice.policy.yaml": policy });
  expect([exitCode, stdout]).toEqual([0, "1 policy looked at, 0 errors, 0 warnings.\n"]);
});
