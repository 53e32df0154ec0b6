import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import {
  checkedPolicy,
  checkedTree,
  renaming,
  runChecked,
  statesOf,
} from "../support/checked-tree.ts";

import { readText, snapshot, tempRepository } from "../support/temp-tree.ts";

/** Fails if a file has this text. */
const refuses = (text: string) => `! grep -rl '${text}' src`;

describe("checks of a policy", () => {
  it("discard an action whose result fails, with the output as the reason, and keep the others", async () => {
    const root = checkedTree(checkedPolicy(refuses("fresh(2)")));
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(statesOf(report)).toEqual({
      "src/f0.ts": "applied",
      "src/f1.ts": "applied",
      "src/f2.ts": "discarded",
      "src/f3.ts": "applied",
    });
    expect(report.actions[2]).toMatchObject({
      verdict: "discard",
      ruleId: "checks",
      reason: "Check `look` failed (exit code 1): src/f2.ts",
      checks: [{ name: "look", outcome: "failed" }],
    });
    expect(report.actions[3]?.checks).toEqual([{ name: "look", outcome: "passed" }]);
    expect(readText(root, "src/f2.ts")).toBe("old(2);\n");
    expect(readText(root, "src/f3.ts")).toBe("fresh(3);\n");
    expect(report.checks?.map(({ outcome, actionCount }) => [outcome, actionCount])).toEqual([
      ["passed", 1],
      ["passed", 1],
      ["failed", 1],
      ["passed", 1],
    ]);
    expect(report.run.checkDurationsMs).toHaveLength(4);
  });

  it("find the guilty action of a rule by bisection, and keep all others", async () => {
    const policy = checkedPolicy(refuses("fresh(5)"), {
      after: "rule",
      rule: "onCheckFailure: bisect",
    });
    const root = checkedTree(policy, { count: 8 });
    const report = await runChecked(root, {});
    expect(Object.values(statesOf(report)).filter((state) => state === "applied")).toHaveLength(7);
    expect(report.actions[5]?.reason).toBe(
      "Check `look` failed (exit code 1) with it, and passes without it: src/f5.ts",
    );
    expect(report.checks?.length).toBeLessThanOrEqual(6);
    expect(readText(root, "src/f5.ts")).toBe("old(5);\n");
    expect(readText(root, "src/f7.ts")).toBe("fresh(7);\n");
    expect(besidesLoss(report.alerts).map(({ code }) => code)).toEqual(["check-failed"]);
  });

  it.each<[transaction: string, more: string]>([
    ["action", ""],
    ["run", "transaction: run\n"],
  ])(
    "end the run as interrupted if a signal cuts one off, and take all back (transaction: %s)",
    async (_transaction, more) => {
      const policy = checkedPolicy("sleep 60", { after: "run" });
      const root = checkedTree(`${more}${policy}`);
      const ending = new AbortController();
      const onEvent = ({ type }: { readonly type: string }) => {
        if (type === "check-started") setTimeout(() => ending.abort(143), 20);
      };
      const report = await runChecked(root, {}, onEvent, { interrupted: ending.signal });
      expect(report).toMatchObject({ outcome: "interrupted", exitCode: 143 });
      expect(new Set(Object.values(statesOf(report)))).not.toContain("applied");
      expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
    },
  );

  it("are not run by a preview, which says that they would be", async () => {
    const root = checkedTree(checkedPolicy("touch ran; false"));
    const before = snapshot(root);
    const report = await runChecked(root, { command: "preview" });
    expect(report.exitCode).toBe(0);
    expect(report.checks).toBeUndefined();
    expect(report.actions[0]?.checks).toEqual([{ name: "look", outcome: "would-run" }]);
    expect(snapshot(root)).toEqual(before);
  });

  it("take back everything if the run is one transaction", async () => {
    const policy = checkedPolicy(refuses("fresh(1)"), { more: "transaction: run" });
    const root = checkedTree(policy, { recipe: renaming("match") });
    const before = snapshot(root);
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(new Set(Object.values(statesOf(report)))).toEqual(new Set(["discarded"]));
    expect(report.checks).toMatchObject([{ outcome: "failed", actionCount: 4 }]);
    expect(snapshot(root)).toEqual(before);
  });

  it.each<[transaction: string, more: string, inFiles: number]>([
    ["action", "", 1],
    ["run", "transaction: run", 2],
  ])(
    "count what cannot be taken back as changed, and say so (transaction: %s)",
    async (_transaction, more, inFiles) => {
      const policy = checkedPolicy("echo more >> src/f0.ts; false", { after: "rule", more });
      const root = checkedTree(policy, { count: 2 });
      const report = await runChecked(root, {});
      expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
      expect(report.totals).toMatchObject({ applied: 0, failed: inFiles });
      expect(report.totals).toMatchObject({ filesChanged: inFiles, replacements: inFiles });
      const [stuck, other] = report.actions;
      expect(stuck).toMatchObject({ state: "failed", ruleId: "checks", isWritten: true });
      expect(stuck?.reason).toMatch(
        /^Check `look` failed .* It could not be taken back, and its files stay as they are: .*src\/f0\.ts /,
      );
      expect(stuck?.reason).not.toContain("..");
      expect(other?.isWritten).toBe(inFiles === 2 ? true : undefined);
      expect(readText(root, "src/f0.ts")).toBe("fresh(0);\nmore\n");
      expect(readText(root, "src/f1.ts")).toBe(inFiles === 2 ? "fresh(1);\n" : "old(1);\n");
    },
  );

  it("that write a file while they are searched with take all back, and say what is in the files", async () => {
    // Writes only when the action of the file is out.
    const script = `grep -q fresh src/f0.ts || echo x >> src/f0.ts; ${refuses("fresh(2)")}`;
    const policy = checkedPolicy(script, { after: "rule", rule: "onCheckFailure: bisect" });
    const root = checkedTree(policy);
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1, totals: { filesChanged: 0 } });
    expect(new Set(Object.values(statesOf(report)))).toEqual(new Set(["discarded"]));
    expect(report.actions[1]?.reason).toBe(
      "Check `look` did not prove it: src/f0.ts was changed by another process.",
    );
    expect(readText(root, "src/f0.ts")).toBe("old(0);\nx\n");
    expect(readText(root, "src/f3.ts")).toBe("old(3);\n");
  });

  it("that pass and change a file of an action fail it: they have proved another text", async () => {
    const root = checkedTree(checkedPolicy("git checkout -q -- src/f0.ts", { after: "rule" }), {
      count: 2,
      make: tempRepository,
    });
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(statesOf(report)).toEqual({ "src/f0.ts": "failed", "src/f1.ts": "applied" });
    expect(report.actions[0]).toMatchObject({ ruleId: "checks", isWritten: true });
    expect(report.actions[0]?.reason).toBe(
      "Its checks passed, but src/f0.ts changed while they ran: what they proved is another text.",
    );
    expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
  });

  it("that break the repository are heard, and what they refuse is taken back", async () => {
    const root = checkedTree(checkedPolicy("echo '[' >> .git/config; false"), {
      count: 2,
      make: tempRepository,
    });
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1, totals: { discarded: 2 } });
    const [wrote] = besidesLoss(report.alerts);
    expect(wrote).toMatchObject({ level: "error", code: "check-wrote" });
    expect(wrote?.message).toContain("It is not known which files the check `look` wrote: git ");
    expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
  });

  it("count what cannot be taken back for the limits of the run", async () => {
    const policy = checkedPolicy("echo more >> src/f0.ts; false", {
      more: "limits: { maxFiles: 1, onExceed: discard }",
    });
    const report = await runChecked(checkedTree(policy, { count: 2 }), {});
    expect(report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
      ["failed", "checks"],
      ["discarded", "limits"],
    ]);
  });
});
