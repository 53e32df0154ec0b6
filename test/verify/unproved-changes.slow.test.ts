import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { git, tempFolder, writeTree } from "../support/temp-tree.ts";
import {
  appliedTree,
  baseTree,
  CHANGED,
  RENAME_TREE,
  ranTree,
  verifiedTree,
} from "../support/verified-tree.ts";

describe("what accepted actions do not make", () => {
  it("leave over the half of a file that no action makes", async () => {
    const { root, plan } = await appliedTree();
    writeTree(root, { "src/b.ts": `${CHANGED}export const evil = 1;\n` });
    const { actions, left } = await verifiedTree(root, "--plan", plan);
    expect(left).toEqual({ "src/b.ts": "changed discard" });
    expect(actions[0]?.files[0]?.diff).toContain("+export const evil");
    expect(actions[0]?.files[0]?.diff).not.toContain("-export");
  });

  it("are not those of a plan that was forged, or is of another base", async () => {
    const { root, plan } = await appliedTree();
    const made = readFileSync(plan, "utf8");
    writeFileSync(plan, made.replace("fresh(1)", "other(1)"));
    const edited = await verifiedTree(root, "--plan", plan);
    expect(edited).toMatchObject({ exitCode: 2, diagnostics: [{ code: "plan-edited" }] });
    writeFileSync(plan, made);
    writeTree(root, { "src/b.ts": "export const c = old(2);\n" });
    git(root, "commit", "-qam", "Another base");
    writeTree(root, { "src/b.ts": CHANGED });
    const stale = await verifiedTree(root, "--plan", plan);
    expect(stale).toMatchObject({
      exitCode: 1,
      accepted: 0,
      left: { "src/b.ts": "changed discard" },
    });
    expect(stale.alerts[0]).toMatchObject({ code: "not-verified" });
  });

  it("are not those of a plan whose recipe only the work tree has", async () => {
    const { "recipes/rename.yaml": recipe, ...policy } = RENAME_TREE;
    const root = baseTree(policy);
    writeTree(root, { "recipes/rename.yaml": recipe });
    const plan = join(tempFolder(), "plan.json");
    await cli(root, ["plan", "recipes/rename.yaml", "-o", plan]);
    await cli(root, ["apply", plan]);
    const { left, alerts } = await verifiedTree(root, "--plan", plan);
    expect(left).toMatchObject({
      "src/b.ts": "changed discard",
      "recipes/rename.yaml": "new discard",
    });
    expect(alerts[0]?.message).toContain("rename");
  });

  it("account for a run as far as its recipes make it again in the base", async () => {
    const root = await ranTree();
    expect(await verifiedTree(root, "--run", "last")).toMatchObject({ exitCode: 0, accepted: 1 });
    writeTree(root, { "docs/b.md": "two\n" });
    const { left } = await verifiedTree(root, "--run", "last");
    expect(left).toEqual({ "docs/b.md": "changed hold" });
  });

  it("leave over what a run found in a file and did not write", async () => {
    const root = baseTree(RENAME_TREE);
    writeTree(root, { "src/b.ts": "export const c = old(1);\nexport const mine = 1;\n" });
    await cli(root, ["run", "recipes/rename.yaml"]);
    const { left, actions } = await verifiedTree(root, "--run", "last");
    expect(left).toEqual({ "src/b.ts": "changed discard" });
    expect(actions[0]?.files[0]?.diff).toContain("+export const mine = 1;");
  });

  it("need a run that is there", async () => {
    const { exitCode, diagnostics } = await verifiedTree(baseTree(RENAME_TREE), "--run", "last");
    expect(exitCode).toBe(2);
    expect(diagnostics[0]?.message).toContain("no run has written here");
  });
});
