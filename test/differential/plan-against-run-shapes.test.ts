import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { describe, it } from "vitest";
import { comparePlanWithRun } from "../support/compare-plan-with-run.ts";
import { writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("plan and apply come to the bytes of run", () => {
  it("for the example project, with its own policy", async () => {
    const example = resolve(import.meta.dirname, "../../examples/legacy-shop");
    await comparePlanWithRun(
      (root) => cpSync(example, root, { recursive: true }),
      ["modernize.yaml"],
    );
  });

  const NESTED = "f(old(1), old(old(2)));  f(old(3))\nf(g)\r\n".repeat(20);

  it.each([
    [
      "per: match",
      recipeOf(
        [
          ["old($A)", "fresh($A)"],
          ["f($X)", "f2($X)"],
        ],
        "per: match",
      ),
    ],
    [
      "per: file\npasses: 5",
      recipeOf(
        [
          ["old($A)", "fresh($A)"],
          ["f($$$X)", "f2($$$X)"],
        ],
        "per: file\npasses: 5",
      ),
    ],
    [
      "a group whose calls edit the same lines",
      `version: 1
steps:
  - id: group
    parallel:
      - { id: a, ast_edit: { per: file, ops: [{ pat: "old($A)", out: "fresh\\n($A)" }] } }
      - { id: b, ast_edit: { per: match, ops: [{ pat: g, out: "g\\ng2" }] } }
`,
    ],
  ])("where edits move edits: %s", async (_how, recipe) => {
    await comparePlanWithRun(
      (root) => writeTree(root, { "r.yaml": recipe, "a.ts": NESTED, "b.ts": `\uFEFF${NESTED}` }),
      ["r.yaml", "--policy", "apply-all"],
    );
  });

  it("in the order of a stack", async () => {
    const policy = "version: 1\norder: stack\ndefault: { verdict: apply, reason: Fine. }\n";
    await comparePlanWithRun(
      (root) =>
        writeTree(root, {
          "r.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: match"),
          "sluice.policy.yaml": policy,
          "a.ts": "old(1); old(2);\nold(3);\n",
        }),
      ["r.yaml"],
    );
  });
});
