import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { readText, tempFolder, writeTree } from "../support/temp-tree.ts";
import { baseTree, VERIFY_POLICY, verifiedTree } from "../support/verified-tree.ts";

const RECIPE = `version: 1
name: rename
steps:
  - id: rename
    ast_edit:
      ops: [{ pat: old($A), out: fresh($A) }]
      paths: ["**/*.ts"]
`;
/** The same, but that models may change nothing. */
const STRICT = VERIFY_POLICY.replace(
  'allFiles: ["src/**"] }',
  'allFiles: ["src/**"], fromModel: false }',
);
const FILES = { "recipes/rename.yaml": RECIPE, "sluice.policy.yaml": STRICT };
const CHANGED = "export const c = fresh(1);\n";

/** A tree in which a plan of the recipe was applied. */
async function appliedTree(): Promise<{ readonly root: string; readonly plan: string }> {
  const root = baseTree(FILES);
  const plan = join(tempFolder(), "plan.json");
  expect((await cli(root, ["plan", "recipes/rename.yaml", "-o", plan])).exitCode).toBe(0);
  expect((await cli(root, ["apply", plan])).exitCode).toBe(0);
  expect(readText(root, "src/b.ts")).toBe(CHANGED);
  return { root, plan };
}

async function ranTree(): Promise<string> {
  const root = baseTree(FILES);
  expect((await cli(root, ["run", "recipes/rename.yaml"])).exitCode).toBe(0);
  return root;
}

describe("accepted actions", () => {
  it("account for the files of a plan, and for nothing beside them (V4)", async () => {
    const { root, plan } = await appliedTree();
    expect(await verifiedTree(root)).toMatchObject({
      exitCode: 1,
      left: { "src/b.ts": "changed discard" },
    });
    expect(await verifiedTree(root, "--plan", plan)).toMatchObject({
      exitCode: 0,
      accepted: 1,
      left: {},
    });
    writeTree(root, { "src/a.ts": "", "docs/b.md": "two\n" });
    expect(await verifiedTree(root, "--plan", plan)).toMatchObject({
      accepted: 1,
      left: { "src/a.ts": "changed discard", "docs/b.md": "changed hold" },
    });
  });

  it("are not those that a record of a run claims", async () => {
    const root = await ranTree();
    const [run = ""] = readdirSync(join(root, ".sluice/runs"));
    const report = join(root, ".sluice/runs", run, "report.json");
    const forged = JSON.parse(readFileSync(report, "utf8"));
    const evil = "export const evil = 1;\n";
    writeTree(root, { "src/evil.ts": evil });
    forged.actions.push({ ...forged.actions[0], id: "0123456789abcdef" });
    forged.actions[1].files = [
      { ...forged.actions[0].files[0], path: "src/evil.ts", preHash: null },
    ];
    writeFileSync(report, JSON.stringify(forged));
    expect((await verifiedTree(root, "--run", "last")).left).toEqual({
      "src/evil.ts": "new discard",
    });
  });
});
