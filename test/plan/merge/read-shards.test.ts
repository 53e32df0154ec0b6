import { expect, it } from "vitest";
import { readShards } from "../../../src/plan/merge/read-shards.ts";
import { tempTree } from "../../support/temp-tree.ts";

it("reads no further plan once the merge is to end", async () => {
  const cwd = tempTree({ "a.json": "{}", "b.json": "{}" });
  const turns: number[] = [];
  const turn = async () => {
    turns.push(turns.length);
    if (turns.length === 2) throw new Error("The time is up.");
  };
  const files = { plans: ["."], root: cwd, cwd, maxPlanBytes: 100, turn };
  await expect(readShards(files, () => undefined)).rejects.toThrow("The time is up.");
  expect(turns).toHaveLength(2);
});
