import { describe, expect, it } from "vitest";
import {
  branchOf,
  decideBy,
  decidePolicy,
  decidingTree,
  pushToBranch,
  statesOf,
} from "../support/deciding.ts";

describe("decidePlan", () => {
  it("P3 writes no text that nobody has seen: another place of the file changed after the checkout", async () => {
    const far = "\n".repeat(20);
    const tree = await decidingTree(decidePolicy("{ by: write }"), { "a.ts": `f(1);${far}h();\n` });
    pushToBranch(tree, "a.ts", `f(1);${far}mine();\n`);
    const { tip } = branchOf(tree);
    const { report } = await decideBy(tree, "olga", `/sluice apply ${tree.ids[0]} because yes`);
    expect(statesOf(report)).toEqual(["stale"]);
    expect(branchOf(tree).tip).toBe(tip);
  });
});
