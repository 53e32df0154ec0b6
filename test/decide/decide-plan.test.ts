import { describe, expect, it } from "vitest";
import { branchOf, decideBy, decidePolicy, decidingTree } from "../support/deciding.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

describe("decidePlan", () => {
  it("writes what somebody approves who may, and nothing else", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write }"), FILES);
    const [id = ""] = tree.ids;
    const { report, exitCode, stderr } = await decideBy(
      tree,
      "olga",
      `/sluice apply ${id.slice(0, 8)} because I looked.`,
    );
    console.log(
      stderr,
      JSON.stringify(report, null, 1),
      tree.pull.comments.map((c) => c.body),
      branchOf(tree),
    );
    expect(exitCode).toBe(0);
  });
});
