import { expect, it } from "vitest";
import { compareMergedWithWhole } from "../support/merged-shards.ts";
import { NEEDS_TREE, SHARDED_TREES } from "../support/sharded-trees.ts";

/** Some of the trees, which are all compared in `test/differential`, each cut in one way. */
const SAMPLE = [
  ["files that are left alone", 2],
  ["steps in parallel", 3],
  ["passes, overlaps, deletions", 5],
  ["imports and names", 3],
  ["owners and packages", 5],
  ["a condition on a step", 2],
  ["limits for each recipe and package", 3],
  ["a share of the actions", 2],
] as const;

it.each(SAMPLE)(
  "merged shards are the plan of one machine: %s, %i shards (H1)",
  async (name, total) => {
    const tree = SHARDED_TREES[name] ?? expect.fail();
    await compareMergedWithWhole(tree, total, { needsTree: NEEDS_TREE.has(name) });
  },
);
