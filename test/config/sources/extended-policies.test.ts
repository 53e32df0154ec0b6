import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runWith } from "../../support/run-request.ts";
import { tempFolder, tempTree } from "../../support/temp-tree.ts";

const RECIPE = `version: 1\nname: r\nsteps:\n  - { id: s, ast_edit: { lang: js, ops: [{ pat: "old($A)", out: "neu($A)" }] } }\n`;

/** Runs a recipe under the policy `policies/own.policy.yaml` of the tree. */
function runUnder(own: string, files: Readonly<Record<string, string>> = {}) {
  const root = tempTree({
    "recipe.yaml": RECIPE,
    "a.js": "old(1);\n",
    "policies/own.policy.yaml": `version: 1\n${own}`,
    ...files,
  });
  return runWith(root, { policy: "policies/own.policy.yaml" });
}

it("reads what a policy extends, relative to its folder, and built-in ones by name", async () => {
  const report = await runUnder("extends: [../base.policy.yaml, safe]\n", {
    "base.policy.yaml":
      "version: 1\nrules: [{ id: base, when: { expr: facts.fileCount < 2 }, verdict: apply, reason: One. }]\n",
  });
  expect(report.diagnostics).toEqual([]);
  expect(report.actions[0]).toMatchObject({ state: "applied", ruleId: "base", reason: "One." });
  expect(report.actions[0]?.trace.map(({ id }) => id)).toContain("tokens-lost");
});

it("judges the files that it extends as files that configure the run", async () => {
  const report = await runUnder("extends: ../base.policy.yaml\n", {
    "base.policy.yaml": "version: 1\ndefault: { verdict: apply, reason: Yes. }\n",
    "recipe.yaml": `version: 1\nname: r\nsteps:\n  - { id: s, tool: replace_text, with: { path: base.policy.yaml, old: "Yes", new: "No" } }\n`,
  });
  expect(report.actions.map(({ ruleId }) => ruleId)).toEqual(["protected-run"]);
});

it.each([
  ["../../x.policy.yaml", "The policy `../../x.policy.yaml` is outside of the root"],
  ["/etc/x.policy.yaml", "The policy `/etc/x.policy.yaml` is outside of the root"],
  ["./none.policy.yaml", "policies/none.policy.yaml"],
  ["strict", "no package `strict`: looked in policies/node_modules, node_modules."],
])("refuses to extend %s", async (name, message) => {
  const { exitCode, diagnostics } = await runUnder(`extends: ${name}\n`);
  expect(exitCode).toBe(2);
  expect(diagnostics[0]).toMatchObject({ line: 2, column: 10 });
  expect(diagnostics[0]?.message).toContain(message);
});

it("follows a policy outside of the root to others there", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "a.yaml"), "version: 1\nextends: ./b.yaml\n");
  writeFileSync(join(folder, "b.yaml"), "version: 1\ndefault: { verdict: hold, reason: B. }\n");
  const root = tempTree({ "recipe.yaml": RECIPE, "a.js": "old(1);\n" });
  const report = await runWith(root, { policy: join(folder, "a.yaml") });
  expect(report.actions[0]).toMatchObject({ state: "held", reason: "B." });
});
