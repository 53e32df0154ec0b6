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
} from "../support/deciding.ts";
import { editComment } from "../support/forge/forge-rules.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

describe("decidePlan, of several people and later", () => {
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
