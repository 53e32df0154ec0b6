import { expect, it } from "vitest";
import { cli } from "../../../support/run-cli.ts";
import { tempRepository } from "../../../support/temp-tree.ts";
import { recipeOf } from "../../../support/yaml.ts";

it.each([
  ["", 'approvals: {"by":"write","count":1,"notAuthor":true}'],
  [
    ", approvals: { by: [org/team], expires: 7d }",
    'approvals: {"by":["org/team"],"count":1,"notAuthor":true,"expires":"7d"}',
  ],
])("shows who may approve a held action, of a rule with%s", async (own, line) => {
  const root = tempRepository({
    "r.yaml": recipeOf([["f($A)", "g($A)"]]),
    "sluice.policy.yaml": `version: 1
default: { verdict: discard, reason: No. }
approvals: { by: write }
rules: [{ id: r, verdict: hold, reason: R.${own} }]
`,
    "src/a.js": "f(1);\n",
  });
  expect((await cli(root, ["run", "r.yaml"])).exitCode).toBe(4);
  const { stdout } = await cli(root, ["policy", "explain", "last", "src/a.js"]);
  expect(stdout).toContain(`  ${line}\n`);
});
