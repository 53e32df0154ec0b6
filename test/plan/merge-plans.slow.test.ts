import { describe, expect, it } from "vitest";
import { mergeIn, planShards, planWhole, withoutTree } from "../support/merged-shards.ts";
import { SHARDED_TREES } from "../support/sharded-trees.ts";

const CASES = Object.entries(SHARDED_TREES).flatMap(([name, tree]) =>
  [2, 3, 5].map((total) => ({ name, tree, total })),
);

/**
 * What later steps see depends on another verdict than that of a shard; a step is about all files; or calls of one step edit
 * the same file, whose places are found in its text again.
 */
const NEEDS_TREE = new Set([
  "limits on what later steps see",
  "a verdict on files of several shards",
  "a limit of a step",
  "steps in parallel",
]);

describe("merged shards", () => {
  it.each(CASES)("are the plan of one machine: $name, $total shards (H1)", async (one) => {
    const { name, tree, total } = one;
    const plans = await planShards(tree, total);
    const whole = await planWhole(plans, tree);
    const { text, exitCode, stderr } = await mergeIn(plans.root, plans);
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(text)).toEqual(JSON.parse(whole));
    expect(text).toBe(whole);
    const elsewhere = await mergeIn(withoutTree(tree), plans);
    if (NEEDS_TREE.has(name)) expect(elsewhere.stderr).toContain("[tree-needed]");
    else expect(elsewhere.text).toBe(whole);
  });
});
