import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ACME,
  faultOf,
  holdBy,
  link,
  ruleOf,
  treeExtending,
} from "../../support/extended-package.ts";
import { cli } from "../../support/run-cli.ts";
import { runWith } from "../../support/run-request.ts";
import { type Tree, tempTree, writeTree } from "../../support/temp-tree.ts";

/** Runs a recipe under a policy of the root that extends `name`. */
function runExtending(name: string, files: Tree) {
  return runWith(tempTree(treeExtending(name, files)), {});
}

describe("a policy that extends one in a package", () => {
  it.each<[what: string, name: string, files: Tree]>([
    ["sluice.policy.yaml", "@acme/policies", { [`${ACME}/sluice.policy.yaml`]: holdBy("x") }],
    [
      "the file in `sluice.policy` of its package.json",
      "@acme/policies",
      {
        [`${ACME}/package.json`]: '\uFEFF{ "sluice": { "policy": "./rules/strict.yaml" } }',
        [`${ACME}/rules/strict.yaml`]: holdBy("x"),
        [`${ACME}/sluice.policy.yaml`]: holdBy("other"),
      },
    ],
    ["a file by its path", "@acme/policies/a/b.yaml", { [`${ACME}/a/b.yaml`]: holdBy("x") }],
    [
      "a name without a scope",
      "policies",
      { "node_modules/policies/sluice.policy.yaml": holdBy("x") },
    ],
    [
      "a file of a package without a scope, if there is no such file",
      "acme/strict.yaml",
      { "node_modules/acme/strict.yaml": holdBy("x") },
    ],
    [
      "the file rather than the package of the same name",
      "acme/strict.yaml",
      { "acme/strict.yaml": holdBy("x"), "node_modules/acme/strict.yaml": holdBy("other") },
    ],
  ])("finds %s", async (_what, name, files) => {
    expect(await ruleOf(runExtending(name, files))).toEqual(["x"]);
  });

  it("puts its own rules first, adds guards up, and follows the package to others", async () => {
    const files = {
      [`${ACME}/sluice.policy.yaml`]: "version: 1\nextends: [./base.yaml, '@acme/more', other]\n",
      [`${ACME}/base.yaml`]: `version: 1\nguards: [{ id: g, when: { files: [none] }, verdict: hold, reason: G. }]\n`,
      [`${ACME}/node_modules/@acme/more/sluice.policy.yaml`]:
        "version: 1\nrules: [{ id: nested, verdict: hold, reason: N. }]\n",
      "node_modules/@acme/more/sluice.policy.yaml": holdBy("hoisted"),
      "node_modules/other/sluice.policy.yaml": holdBy("other"),
    };
    const { actions, diagnostics } = await runExtending("@acme/policies", files);
    expect(diagnostics).toEqual([]);
    const own = actions[0]?.trace.filter(({ id }) => !id.startsWith("protected"));
    expect(own?.map(({ id }) => id)).toEqual(["g", "nested", "other"]);
  });

  it("prefers the nearest package, and looks in no folder above the root", async () => {
    const above = tempTree({ "node_modules/x/sluice.policy.yaml": holdBy("above") });
    const root = join(above, "root");
    writeTree(root, {
      ...treeExtending("x", { "ci/node_modules/x/sluice.policy.yaml": holdBy("near") }),
      "ci/own.yaml": "version: 1\nextends: x\n",
    });
    expect(await faultOf(runWith(root, {}))).toContain("no package `x`: looked in node_modules.");
    writeTree(root, { "node_modules/x/sluice.policy.yaml": holdBy("far") });
    expect(await ruleOf(runWith(root, {}))).toEqual(["far"]);
    writeTree(root, { "a.js": "old(1);\n" });
    expect(await ruleOf(runWith(root, { policy: "ci/own.yaml" }))).toEqual(["near"]);
  });

  it("finds what a linked package needs beside the target of the link", async () => {
    const store = "node_modules/.pnpm/policies@1/node_modules";
    const root = tempTree(
      treeExtending("@acme/policies", {
        [`${store}/@acme/policies/sluice.policy.yaml`]: "version: 1\nextends: needed\n",
        [`${store}/needed/sluice.policy.yaml`]: holdBy("needed"),
      }),
    );
    link(root, ACME, `../.pnpm/policies@1/node_modules/@acme/policies`);
    expect(await ruleOf(runWith(root, {}))).toEqual(["needed"]);
  });

  it("protects the file behind the link of a workspace as one that configures the run", async () => {
    const root = tempTree({
      ...treeExtending("@acme/policies", {}),
      "packages/policies/sluice.policy.yaml": `version: 1\ndefault: { verdict: apply, reason: Yes. }\n`,
      "recipe.yaml": `version: 1\nname: r\nsteps:\n  - { id: s, tool: replace_text, with: { path: packages/policies/sluice.policy.yaml, old: "Yes", new: "No" } }\n`,
    });
    link(root, ACME, "../../packages/policies");
    const { actions } = await runWith(root, { policy: "sluice.policy.yaml" });
    expect(actions.map(({ ruleId, facts }) => [ruleId, facts.runFiles])).toEqual([
      ["protected-run", ["packages/policies/sluice.policy.yaml"]],
    ]);
  });

  it("follows no link of the tree out of the root", async () => {
    const outside = tempTree({ "sluice.policy.yaml": holdBy("x") });
    const root = tempTree(treeExtending("@acme/policies", {}));
    link(root, ACME, outside);
    expect(await faultOf(runWith(root, {}))).toBe(
      `${ACME} is a link, or reached through one, that leads out of the root.\n` +
        "Install a copy of the package, or one in a folder that `--packages DIR` names.",
    );
  });

  it("explains verdicts by the place of the rule in the package", async () => {
    const strict = `${ACME}/strict.yaml`;
    const root = tempTree(treeExtending("@acme/policies/strict.yaml", { [strict]: holdBy("x") }));
    await cli(root, ["plan", "recipe.yaml", "-o", "plan.json"]);
    const { stdout } = await cli(root, ["policy", "explain", "plan.json", "a.js"]);
    expect(stdout).toContain(`${strict}:3`);
  });

  it.each([["show"], ["lint"], ["test"]])(
    "is found by `policy %s` and `validate`, too",
    async (name) => {
      const root = tempTree(treeExtending("@acme/policies", {}));
      const folder = tempTree({ [`${ACME}/sluice.policy.yaml`]: holdBy("x") });
      expect((await cli(root, ["policy", name])).exitCode).toBe(2);
      expect((await cli(root, ["policy", name, "--packages", folder])).exitCode).not.toBe(2);
      expect((await cli(root, ["validate", "--packages", folder])).exitCode).toBe(0);
      const empty = await cli(root, ["policy", name, "--packages", root]);
      expect([empty.exitCode, empty.stdout + empty.stderr]).toEqual([
        2,
        expect.stringContaining("has no folder `node_modules`"),
      ]);
    },
  );

  it("runs no code of the package", async () => {
    const files = {
      [`${ACME}/package.json`]: '{ "main": "index.js", "type": "module", "exports": "./index.js" }',
      [`${ACME}/index.js`]: "throw new Error('It ran.');",
      [`${ACME}/sluice.policy.yaml`]: holdBy("x"),
    };
    expect(await ruleOf(runExtending("@acme/policies", files))).toEqual(["x"]);
  });
});
