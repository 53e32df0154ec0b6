import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/shared/sha256.ts";
import type { StagedTree } from "../../src/tree/staged/staged-tree.ts";
import { WorkTreeMerge } from "../../src/tree/staged/work-tree-merge.ts";
import { checkedPolicy } from "../support/checked-tree.ts";
import { AUTHOR } from "../support/commit-run.ts";
import { deletingTree } from "../support/deleting-tree.ts";
import { forgePlan } from "../support/forge-plan.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { git, readText, snapshot, writeTree } from "../support/temp-tree.ts";

const A = "export const a = 1;\n";
const TREE = { "src/a.ts": A, "src/b.ts": "export const b = 2;\n", "lib/c.ts": "c();\n" };
const RUN = ["run", "recipe.yaml", "--allow-code"];
const COMMITTING = [
  "version: 1",
  "default: { verdict: hold, reason: No. }",
  "commits: { per: rule }",
  "rules:",
  "  - { id: first, when: { step: [s0] }, verdict: apply, reason: One. }",
  "  - { id: second, when: { step: [s1] }, verdict: apply, reason: Two. }",
].join("\n");
const MOVE = { moves: [["lib/c.ts", "src/c.ts"]] } as const;

describe("a deletion that is held", () => {
  const held = async () => {
    const root = deletingTree(TREE, { remove: ["src/a.ts"], ...MOVE });
    const { report } = await cliReport(root, [...RUN, "--policy", "safe"]);
    const [first = "", second = ""] = report.actions.map(({ id }) => id);
    const line = (id: string) => ["resolve", "test-run", id, "apply", "--reason", "Looked."];
    const resolve = (id: string) => cli(root, line(id), { newRunId: () => `run-${id}` });
    return { root, first, second, resolve };
  };

  it("is made when a person resolves it, and undone", async () => {
    const { root, first, second, resolve } = await held();
    const before = snapshot(root);
    expect(await resolve(first)).toMatchObject({ exitCode: 0 });
    expect(await resolve(second)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(root, "src/a.ts"))).toBe(false);
    expect(existsSync(join(root, "lib"))).toBe(false);
    expect(readText(root, "src/c.ts")).toBe(TREE["lib/c.ts"]);
    for (const id of [second, first])
      expect(await cli(root, ["undo", `run-${id}`])).toMatchObject({ exitCode: 0 });
    expect(snapshot(root)).toEqual(before);
  });

  it.each([
    ["has changed", `// Mine.\n${A}`, "src/a.ts has changed; the action deletes it only as sha256"],
    ["is gone", undefined, "src/a.ts is gone already, as the action would have it."],
  ])("is not made if the file %s", async (_what, text, said) => {
    const { root, first, resolve } = await held();
    if (text === undefined) git(root, "rm", "-q", "-f", "src/a.ts");
    else writeTree(root, { "src/a.ts": text });
    const { exitCode, stdout, stderr } = await resolve(first);
    expect(exitCode).toBe(3);
    expect(stdout + stderr).toContain(said);
    expect(existsSync(join(root, "src/a.ts"))).toBe(text !== undefined);
  });
});

describe("a deletion that is applied", () => {
  it("is committed: the file is gone from the commit and from the index", async () => {
    const steps = [{ remove: ["src/a.ts"] }, MOVE];
    const root = deletingTree({ ...TREE, "sluice.policy.yaml": COMMITTING }, ...steps);
    const { report, exitCode } = await cliReport(root, RUN, { env: AUTHOR });
    expect({ exitCode, alerts: report.alerts }).toEqual({ exitCode: 0, alerts: [] });
    expect(git(root, "show", "--format=", "--name-status", "--no-renames", "HEAD")).toBe(
      "D\tlib/c.ts\nA\tsrc/c.ts\n",
    );
    expect(git(root, "show", "--format=", "--name-status", "HEAD~1")).toBe("D\tsrc/a.ts\n");
    expect(git(root, "status", "--porcelain", "--", "src", "lib")).toBe("");
  });

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

const isRefusal = (exitCode: number) => exitCode === 2 || exitCode === 3;
