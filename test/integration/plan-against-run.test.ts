import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { snapshot, tempFolder, writeTree } from "../support/temp-tree.ts";
import { initRepository } from "../support/write-repository.ts";
import { recipeOf } from "../support/yaml.ts";

/** Runs in one copy of a tree, plans and applies in two others; all three must come to the same bytes. */
async function compare(make: (root: string) => void, argv: readonly string[]): Promise<void> {
  const folder = tempFolder();
  const [ran, verified, believed] = ["run", "verified", "believed"].map((name) =>
    join(folder, name),
  );
  for (const root of [ran, verified, believed]) {
    make(String(root));
    initRepository(String(root));
  }
  const before = snapshot(String(verified));
  const run = await cli(String(ran), ["run", ...argv]);
  const plan = await cli(String(verified), ["plan", ...argv, "-o", "../plan.json"]);
  expect(plan).toMatchObject({ exitCode: 0, stderr: "" });
  expect(snapshot(String(verified))).toEqual(before);
  for (const [root, more] of [
    [verified, []],
    [believed, ["--no-verify"]],
  ] as const) {
    const { exitCode, stderr } = await cli(String(root), ["apply", "../plan.json", ...more]);
    expect({ exitCode, stderr }).toEqual({ exitCode: run.exitCode, stderr: "" });
    expect(snapshot(String(root))).toEqual(snapshot(String(ran)));
  }
  expect(snapshot(String(ran))).not.toEqual(before);
}

describe("plan and apply come to the bytes of run", () => {
  it("for the example project, with its own policy", async () => {
    const example = resolve(import.meta.dirname, "../../examples/legacy-shop");
    await compare((root) => cpSync(example, root, { recursive: true }), ["modernize.yaml"]);
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
    await compare(
      (root) => writeTree(root, { "r.yaml": recipe, "a.ts": NESTED, "b.ts": `\uFEFF${NESTED}` }),
      ["r.yaml", "--policy", "apply-all"],
    );
  });

  it("in the order of a stack", async () => {
    const policy = "version: 1\norder: stack\ndefault: { verdict: apply, reason: Fine. }\n";
    await compare(
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
