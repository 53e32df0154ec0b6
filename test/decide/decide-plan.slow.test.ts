import { describe, expect, it } from "vitest";
import {
  branchOf,
  decideBy,
  decideJob,
  decidePolicy,
  decidingTree,
  receiptsIn,
  say,
  statesOf,
} from "../support/deciding.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

describe("decidePlan", () => {
  it("writes what somebody approves who may, as one commit with who and why, and answers it", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write }"), FILES);
    const [a = "", b = ""] = tree.ids;
    const before = branchOf(tree);
    for (const [who, why] of [
      ["ann", "is the author"],
      ["rita", "may not push"],
      ["sam", "may not push"],
      ["helper[bot]", "is a bot"],
    ] as const) {
      const refused = await decideBy(tree, who, `/sluice apply ${a} because yes`);
      expect(refused.report.decisions).toMatchObject([
        { state: "refused", why: expect.stringContaining(why) },
      ]);
      expect(refused.exitCode).toBe(0);
    }
    expect(branchOf(tree).tip).toBe(before.tip);
    const dry = await decideBy(tree, "olga", `/sluice apply ${a} because I looked.`, "--dry-run");
    expect(dry.report.decisions).toMatchObject([{ state: "applied", isPlanned: true }]);
    expect(branchOf(tree).tip).toBe(before.tip);
    const said = say(tree, "olga", `/sluice apply ${a.slice(0, 8)} because I looked.`);
    const done = await decideJob(tree, said, { sender: "olga" });
    expect(done.exitCode).toBe(0);
    expect(done.report.actions).toMatchObject([{ id: a, state: "applied" }]);
    const after = branchOf(tree);
    expect(after.read("a.ts") + after.read("b.ts")).toBe("g(1);\nf(2);\n");
    expect(after.messages[0]).toContain(`Sluice-Approved: ${a} by olga\n`);
    expect(after.messages[0]).toContain("Sluice-Reason: I looked.\n");
    expect(receiptsIn(tree).at(-1)).toMatchObject({
      ...{ state: "applied", actions: [a], by: "olga", rule: "default", commit: after.tip },
      plan: tree.plan.digest,
    });
    const comments = tree.pull.comments.length;
    const again = await decideJob(tree, said, { sender: "olga" });
    expect(again.report.decisions).toMatchObject([{ state: "applied", isKnown: true }]);
    expect(tree.pull.comments).toHaveLength(comments);
    expect(branchOf(tree).tip).toBe(after.tip);
    const discarded = await decideBy(tree, "petra", `/sluice discard ${b} because no`);
    expect(discarded.report.actions).toMatchObject([{ id: b, state: "discarded" }]);
    const late = await decideBy(tree, "olga", `/sluice apply --all because all`);
    expect(statesOf(late.report)).toEqual(["applied", "refused"]);
    expect(branchOf(tree).tip).toBe(after.tip);
  });
});
