import { describe, expect, it } from "vitest";
import type { RunRequest } from "../../src/request/request.ts";
import { reportWithout } from "../support/fast-ways.ts";
import { oddTree } from "../support/odd-tree.ts";

/** Expects the same report as if git had listed all files. Returns how many the run was about. */
async function compare(root: string, request: Partial<RunRequest>) {
  const plain = await reportWithout(root, ["chosen-listing"], { facts: "all", ...request });
  expect(await reportWithout(root, [], { facts: "all", ...request })).toEqual(plain);
  return plain.selection?.fileCount;
}

describe("the report is as if git had listed all files", () => {
  it.each([2, 9])("of a run on named files, in the tree %d", async (seed) => {
    const { root, names } = oddTree(seed);
    expect(await compare(root, { files: names, policy: "safe" })).toBeGreaterThan(0);
  });

  it.each([6, 9])("of a run on files that changed, in the tree %d", async (seed) => {
    const { root } = oddTree(seed);
    expect(await compare(root, { since: "HEAD~1", policy: "safe" })).toBeGreaterThan(0);
  });
});
