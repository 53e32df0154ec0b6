import { describe, it } from "vitest";
import { compareMergedWithWhole } from "../support/merged-shards.ts";
import { NEEDS_TREE, SHARDED_TREES } from "../support/sharded-trees.ts";

const CASES = Object.entries(SHARDED_TREES).flatMap(([name, tree]) =>
  [2, 3, 5].map((total) => ({ name, tree, total })),
);

describe("merged shards", () => {
  it.each(CASES)("are the plan of one machine: $name, $total shards (H1)", async (one) => {
    const { name, tree, total } = one;
    await compareMergedWithWhole(tree, total, { needsTree: NEEDS_TREE.has(name) });
  });
});
