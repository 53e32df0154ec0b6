import { describe, expect, it } from "vitest";
import {
  branchOf,
  decideBy,
  decideJob,
  decidePolicy,
  decidingTree,
  pushToBranch,
  receiptsIn,
  say,
  statesOf,
  tick,
} from "../support/deciding.ts";
import { editComment } from "../support/forge/forge-rules.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

describe("decidePlan, of several people and later", () => {
  it("counts people, by receipts that nobody has edited and comments that stand", async () => {
    const approvals = "{ by: [olga, petra, zoe], count: 2 }";
    const tree = await decidingTree(decidePolicy(approvals), FILES);
    const [a = "", b = ""] = tree.ids;
    const { tip } = branchOf(tree);
    const first = say(tree, "olga", `/sluice apply ${a} because one`);
    const waits = await decideJob(tree, first, { sender: "olga" });
    expect(waits.report.decisions).toMatchObject([{ state: "pending" }]);
    const twice = await decideBy(tree, "olga", `/sluice apply ${a} because two`);
    expect(twice.report.decisions).toMatchObject([{ state: "pending" }]);
    expect(branchOf(tree).tip).toBe(tip);
    const done = await decideBy(tree, "petra", `/sluice apply ${a} because three`);
    expect(done.report.decisions).toMatchObject([{ state: "applied" }]);
    expect(branchOf(tree).messages[0]).toContain(`${a} by olga\nSluice-Approved: ${a} by petra`);
    // A comment that is edited after it was counted counts no more.
    const edited = say(tree, "olga", `/sluice apply ${b} because one`);
    await decideJob(tree, edited, { sender: "olga" });
    editComment(tree.forge.state, edited, "olga", "Never mind.");
    const alone = await decideBy(tree, "petra", `/sluice apply ${b} because two`);
    expect(alone.report.decisions).toMatchObject([{ state: "pending" }]);
  });

  it("takes a tick from whom the event names, and only if the box is ticked still", async () => {
    const tree = await decidingTree(decidePolicy("{ by: [olga] }"), FILES);
    const [a = "", b = ""] = tree.ids;
    const before = tick(tree, "rita", a);
    const refused = await decideJob(tree, tree.list, { sender: "rita", before });
    expect(refused.report.decisions).toMatchObject([{ state: "refused", by: "rita" }]);
    // Rita ticks another box before the job for Olga's tick reads the list.
    const middle = tick(tree, "olga", b);
    const after = tree.list.body;
    editComment(tree.forge.state, tree.list, "rita", middle);
    const gone = await decideJob(tree, tree.list, { sender: "olga", before: middle, after });
    expect(gone.report.decisions).toEqual([]);
    expect(gone.report.alerts).toMatchObject([{ code: "not-decided" }]);
    tick(tree, "olga", b);
    const done = await decideJob(tree, tree.list, { sender: "olga", before: middle });
    expect(done.report.decisions).toMatchObject([{ state: "applied", by: "olga", actions: [b] }]);
    expect(branchOf(tree).read("a.ts") + branchOf(tree).read("b.ts")).toBe("f(1);\ng(2);\n");
  });

  it("says that a decision is stale or expired, and that an edited comment counts for nothing", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write, expires: 7d }"), FILES);
    const [a = "", b = ""] = tree.ids;
    const edited = say(tree, "olga", "Hello.");
    editComment(tree.forge.state, edited, "olga", `/sluice apply ${a} because yes`);
    const nothing = await decideJob(tree, edited, { sender: "olga" });
    expect(nothing.report.decisions ?? []).toEqual([]);
    expect(tree.pull.comments.at(-1)?.body).toContain("was edited");
    pushToBranch(tree, "a.ts", "f(3);\n");
    const moved = branchOf(tree).tip;
    const stale = await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    expect([stale.exitCode, ...statesOf(stale.report)]).toEqual([3, "stale"]);
    expect(branchOf(tree).tip).toBe(moved);
    // The other file is as it was: the commit is made on what was pushed meanwhile.
    const other = await decideBy(tree, "olga", `/sluice apply ${b} because yes`);
    expect(statesOf(other.report)).toEqual(["applied"]);
    expect(branchOf(tree).read("a.ts") + branchOf(tree).read("b.ts")).toBe("f(3);\ng(2);\n");
    tree.forge.state.now += 8 * 86_400_000;
    const late = await decideBy(tree, "petra", `/sluice discard ${a} because no`);
    expect(statesOf(late.report)).toEqual(["expired"]);
    expect(receiptsIn(tree).map(({ state }) => state)).toEqual(["stale", "applied", "expired"]);
  });
});
