import { describe, expect, it } from "vitest";
import {
  branchOf,
  decideBy,
  decideJob,
  decidePolicy,
  decidingTree,
  say,
  statesOf,
} from "../support/deciding.ts";
import { editComment } from "../support/forge/forge-rules.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

describe("decidePlan, of strangers", () => {
  it("takes no receipt that it did not write itself", async () => {
    const tree = await decidingTree(decidePolicy("{ by: [olga, petra], count: 2 }"), FILES);
    const [a = ""] = tree.ids;
    const { tip } = branchOf(tree);
    const first = say(tree, "olga", `/sluice apply ${a} because yes`);
    await decideJob(tree, first, { sender: "olga" });
    const receipt = tree.pull.comments.at(-1)?.body ?? "";
    tree.pull.comments.pop();
    say(tree, "petra", receipt);
    const alone = await decideBy(tree, "petra", `/sluice apply ${a} because yes`);
    expect(statesOf(alone.report)).toEqual(["pending"]);
    tree.pull.comments.pop();
    const edited = say(tree, "sluice-app[bot]", receipt);
    editComment(tree.forge.state, edited, "petra", receipt);
    const still = await decideBy(tree, "petra", `/sluice apply ${a} because again`);
    expect(statesOf(still.report)).toEqual(["pending"]);
    expect(branchOf(tree).tip).toBe(tip);
  });
});
