import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkedPolicy } from "../support/checked-tree.ts";
import { AUTHOR } from "../support/commit-run.ts";
import { deletingTree } from "../support/deleting-tree.ts";
import { RUN, TREE } from "../support/deletion-decided.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { git, snapshot, writeTree } from "../support/temp-tree.ts";

const A = "export const a = 1;\n";
const COMMITTING = [
  "version: 1",
  "default: { verdict: hold, reason: No. }",
  "commits: { per: rule }",
  "rules:",
  "  - { id: first, when: { step: [s0] }, verdict: apply, reason: One. }",
  "  - { id: second, when: { step: [s1] }, verdict: apply, reason: Two. }",
].join("\n");
const MOVE = { moves: [["lib/c.ts", "src/c.ts"]] } as const;

it("a held deletion is exported, and applied from the plan by its id", async () => {
  const root = deletingTree(TREE, { remove: ["src/a.ts"], ...MOVE });
  const { report } = await cliReport(root, [...RUN, "--policy", "safe"]);
  const [first = ""] = report.actions.map(({ id }) => id);
  const line = ["runs", "test-run", "--export", "p.json"];
  expect(await cli(root, line)).toMatchObject({ exitCode: 0 });
  const apply = ["apply", "p.json", "--only", first, "--reason", "Looked.", "--allow-code"];
  expect(await cli(root, apply, { newRunId: () => "later" })).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(root, "src/a.ts"))).toBe(false);
  expect(existsSync(join(root, "lib/c.ts"))).toBe(true);
});

describe("a deletion that is applied", () => {
  it("is not committed if the file had changes that are not", async () => {
    const files = { ...TREE, "sluice.policy.yaml": COMMITTING };
    const root = deletingTree(files, { remove: ["src/a.ts"] });
    writeTree(root, { "src/a.ts": `${A}mine();\n` });
    const { report, exitCode } = await cliReport(root, RUN, { env: AUTHOR });
    expect(exitCode).toBe(1);
    expect(report.alerts[0]?.message).toContain(
      "src/a.ts is deleted, and had other changes, which are not committed",
    );
    expect(git(root, "status", "--porcelain", "--", "src")).toBe(" D src/a.ts\n");
  });

  it.each(["rule", "run"])(
    "comes back with its mode if a check (after: %s) fails, and the folder of a move goes",
    async (after) => {
      const policy = checkedPolicy("test -e src/a.ts && test -e lib/c.ts", { after });
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
    },
  );

  it("is found by bisection, and the others stay", async () => {
    const more = { after: "rule", rule: "onCheckFailure: bisect" };
    const policy = checkedPolicy("test -e src/b.ts", more);
    const remove = ["src/a.ts", "src/b.ts", "lib/c.ts"];
    const root = deletingTree({ ...TREE, "sluice.policy.yaml": policy }, { remove });
    const { report } = await cliReport(root, RUN);
    expect(report.actions.map(({ state }) => state)).toEqual(["applied", "discarded", "applied"]);
    expect(Object.keys(snapshot(root)).filter((path) => /^(src|lib)/.test(path))).toEqual([
      "src/b.ts",
    ]);
    expect(existsSync(join(root, "lib"))).toBe(false);
  });

  it.each(["action", "run"])(
    "is seen by later steps, which may make the file again (transaction: %s)",
    async (transaction) => {
      const policy = `version: 1\ntransaction: ${transaction}\ndefault: { verdict: apply, reason: All. }\n`;
      const moves = [["src/b.ts", "src/a.ts"]] as const;
      const steps = [{ remove: ["src/a.ts"] }, { moves }, { remove: ["lib/c.ts"] }];
      const root = deletingTree({ ...TREE, "sluice.policy.yaml": policy }, ...steps);
      const before = snapshot(root);
      const preview = await cliReport(root, ["preview", ...RUN.slice(1)]);
      expect(preview.report.actions.map(({ state }) => state)).toEqual(
        Array(3).fill("would-apply"),
      );
      const patch = await cli(root, ["preview", ...RUN.slice(1), "--format", "patch"]);
      expect(patch.stdout).toContain("--- a/src/a.ts\n+++ b/src/a.ts\n");
      const plan = ["plan", "recipe.yaml", "--allow-code", "-o", "p.json"];
      expect(await cli(root, plan)).toMatchObject({ exitCode: 0 });
      expect(await cli(root, RUN)).toMatchObject({ exitCode: 0 });
      const { "p.json": _plan, ...after } = snapshot(root);
      expect(after).toMatchObject({ "src/a.ts": `644 ${TREE["src/b.ts"]}` });
      expect(Object.keys(after).filter((path) => /^(src|lib)/.test(path))).toEqual(["src/a.ts"]);
      expect(await cli(root, ["undo"], { newRunId: () => "undone" })).toMatchObject({
        exitCode: 0,
      });
      const apply = ["apply", "p.json", "--allow-code"];
      expect(await cli(root, apply, { newRunId: () => "later" })).toMatchObject({ exitCode: 0 });
      expect({ ...snapshot(root), "p.json": undefined }).toEqual({ ...after, "p.json": undefined });
      expect(before).not.toEqual(after);
    },
  );

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
});
