import { expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const FILES = {
  "a.ts": "a(1);\n",
  "base.yaml": "version: 1\ndefault: { verdict: apply, reason: Yes. }\n",
  "sluice.policy.yaml": "version: 1\nextends: ./base.yaml\n",
  "r.yaml": 'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]\n',
};

it("says in a report which policy decided, with the digest that a plan of it has", async () => {
  const root = tempTree(FILES);
  await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
  const { sha256 } = JSON.parse(readText(root, "plan.json")).policy;
  const { report } = await cliReport(root, ["preview", "r.yaml"]);
  expect(report.policy).toEqual({ source: "sluice.policy.yaml", builtIn: false, sha256 });
  const applied = await cliReport(root, ["apply", "plan.json"]);
  expect(applied.report.policy).toEqual(report.policy);
});

it("says in a report where the guards and rules of the policy stand", async () => {
  const rule = (id: string) => `  - { id: ${id}, when: {}, verdict: apply, reason: Yes. }\n`;
  const root = tempTree({
    ...FILES,
    "base.yaml": `${FILES["base.yaml"]}guards:\n${rule("one").replace("{}", '{ anyFile: ["x"] }')}`,
    "sluice.policy.yaml": `${FILES["sluice.policy.yaml"]}rules:\n${rule("two").replace("{}", '{ anyFile: ["a.ts"] }')}`,
  });
  const { report } = await cliReport(root, ["preview", "r.yaml"]);
  expect(report.policy?.rules).toEqual([
    { id: "one", path: "base.yaml", line: 4 },
    { id: "two", path: "sluice.policy.yaml", line: 4 },
  ]);
});

it("says in a report that a built-in policy decided, or none", async () => {
  const { "sluice.policy.yaml": _policy, ...files } = FILES;
  const root = tempTree(files);
  expect((await cliReport(root, ["preview", "r.yaml"])).report.policy).toBeNull();
  const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "safe"]);
  expect(report.policy).toMatchObject({ source: "safe", builtIn: true });
});
