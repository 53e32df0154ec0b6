import { describe, expect, it } from "vitest";
import { reportWithout } from "../support/fast-ways.ts";
import { oddTree } from "../support/odd-tree.ts";

describe("a run on named files", () => {
  it.each([1, 2, 3, 4])("is reported as if git had listed all, in the tree %d", async (seed) => {
    const { root, names } = oddTree(seed);
    const request = { files: names, facts: "all", policy: "safe" } as const;
    const plain = await reportWithout(root, ["chosen-listing"], request);
    expect(await reportWithout(root, [], request)).toEqual(plain);
  });
});
