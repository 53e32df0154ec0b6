import { expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const FILES = {
  "a.js": "old(1);\n",
  "b.js": "old(1);\n",
  "r.yaml": `version: 1
name: r
steps: [{ id: s, ast_edit: { paths: ["*.js"], per: file, ops: [{ pat: old($A), out: Map($A) }] } }]
`,
  "p.yaml": `version: 1
default: { verdict: hold, reason: No. }
rules:
  - { id: sum, when: { expr: facts.additions / 0 > 1 }, verdict: apply, reason: Yes. }
  - { id: few, when: { maxReplacements: 0 }, verdict: apply, reason: Yes. }
`,
};

it("a condition that cannot be evaluated is one warning of the run, with its fault, place and an action", async () => {
  const root = tempTree(FILES);
  const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "p.yaml"]);
  expect(report.actions).toHaveLength(2);
  const id = report.actions[0]?.id;
  expect(report.alerts).toEqual([
    {
      level: "warn",
      code: "condition-unknown",
      message: `The rule \`sum\` (p.yaml:4) does not match, because its \`expr\` cannot be evaluated: division by zero. The first such action is ${id}, AST Edit: 1 replacement in 1 file (a.js).`,
      recipe: "r",
      step: "s",
    },
  ]);
  const { stdout } = await cli(root, ["preview", "r.yaml", "--policy", "p.yaml", "--verbose"]);
  expect(stdout).toContain("rule sum: no: expr is not known (division by zero.)");
  expect(stdout).toContain("rule few: no: maxReplacements does not hold (1)");
});
