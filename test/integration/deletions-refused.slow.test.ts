import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/shared/sha256.ts";
import type { StagedTree } from "../../src/tree/staged/staged-tree.ts";
import { WorkTreeMerge } from "../../src/tree/staged/work-tree-merge.ts";
import { checkedPolicy } from "../support/checked-tree.ts";
import { deletingTree } from "../support/deleting-tree.ts";
import { A, RUN, TREE } from "../support/deletion-decided.ts";
import { forgePlan } from "../support/forge-plan.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, writeTree } from "../support/temp-tree.ts";

const DELETED = { op: "tidy", start: 0, end: A.length, text: "" };

const FORGERIES: Readonly<Record<string, readonly [file: object, facts?: object]>> = {
  "leaves a part": [{ edits: [{ ...DELETED, start: 2 }] }],
  "puts a text in": [{ edits: [{ ...DELETED, text: "x" }] }],
  "ends before the end": [{ edits: [{ ...DELETED, end: 3 }] }],
  "is joint": [{ isJoint: true }],
  "shows another diff": [{ diff: "" }],
  "is of no file": [{ preHash: null }],
  "is hidden from its facts": [{}, { deletedFiles: [] }],
  "is in the facts of an edit": [{ postHash: "0".repeat(64) }],
};

const isRefusal = (exitCode: number) => exitCode === 2 || exitCode === 3;

describe("a deletion that is applied", () => {
  it("comes back with its mode if a check fails, and the folder of a move goes", async () => {
    const policy = checkedPolicy("test -e src/a.ts && test -e lib/c.ts");
    const moves = [["lib/c.ts", "other/deep/c.ts"]] as const;
    const files = { ...TREE, "sluice.policy.yaml": policy };
    const root = deletingTree(files, { remove: ["src/a.ts"], moves });
    chmodSync(join(root, "src/a.ts"), 0o755);
    const before = snapshot(root);
    const { report, exitCode } = await cliReport(root, RUN);
    expect(exitCode).toBe(1);
    expect(report.actions.map(({ state }) => state)).toEqual(["discarded", "discarded"]);
    expect(snapshot(root)).toEqual(before);
    expect(existsSync(join(root, "other"))).toBe(false);
    expect(statSync(join(root, "src/a.ts")).mode & 0o111).toBe(0o111);
  });
});

it("--staged holds a deletion, before anything is written", async () => {
  const change = { path: "src/a.ts", preHash: sha256(A), postHash: null, before: A, after: "" };
  const merge = new WorkTreeMerge("/", {} as StagedTree); // Neither of them is asked.
  const edits = [{ start: 0, end: A.length, text: "" }];
  const said = "src/a.ts would be deleted, which --staged cannot do.";
  expect(await merge.faultOf([{ ...change, edits }])).toBe(said);
  await expect(merge.take([{ ...change, edits }])).rejects.toThrow(said);
});

it("a plan with a forged deletion is refused", async () => {
  const root = deletingTree(TREE, { remove: ["src/a.ts"] });
  const plan = ["plan", "recipe.yaml", "--allow-code", "-o", "plan.json"];
  expect(await cli(root, plan)).toMatchObject({ exitCode: 0 });
  const honest = readText(root, "plan.json");
  for (const [what, [file, facts = {}]] of Object.entries(FORGERIES)) {
    writeTree(root, { "plan.json": honest });
    forgePlan(root, ({ actions: [action] }) => {
      Object.assign(action.files[0], file);
      Object.assign(action.facts, facts);
    });
    const { exitCode } = await cli(root, ["apply", "plan.json", "--no-verify"]);
    expect({ what, exitCode }).toEqual({ what, exitCode: expect.toSatisfy(isRefusal) });
    expect(readText(root, "src/a.ts")).toBe(A);
  }
});
