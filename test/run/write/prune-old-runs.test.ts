import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { NO_LISTING } from "../../../src/run/tree/no-listing.ts";
import { pruneOldRuns } from "../../../src/run/write/prune-old-runs.ts";
import { tempTree, writeTree } from "../../support/temp-tree.ts";

const RUN = "x".repeat(1000);

/** A root with runs `r1` to `r6`; `r1` holds an action, and `r3` has not ended. */
function rootWithRuns(): string {
  const root = tempTree({});
  for (const name of ["r1", "r2", "r3.open", "r4", "r5", "r6"])
    writeTree(root, { [`.sluice/runs/${name}/journal.jsonl`]: RUN });
  writeTree(root, { ".sluice/runs/r1/held.json": '{"actions":[{"id":"a"}]}' });
  return root;
}

async function prune(root: string, bound: Parameters<typeof pruneOldRuns>[2]) {
  const told: string[] = [];
  const emit = (event: RunEvent) => {
    if (event.type === "log") told.push(event.message);
  };
  await pruneOldRuns(root, { listing: NO_LISTING, emit }, bound);
  return { told, left: readdirSync(join(root, ".sluice/runs")).sort() };
}

it.each([
  ["count", { count: 5, bytes: 1e9, newest: 1 }],
  ["bytes", { count: 99, bytes: 5100, newest: 1 }],
])("removes the oldest runs beyond a bound of %s, and says so", async (_what, bound) => {
  const { told, left } = await prune(rootWithRuns(), bound);
  expect(left).toEqual(["r1", "r3.open", "r4", "r5", "r6"]);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("Removed the records of 1 old run");
});

it("keeps the newest runs, whatever their size, and says nothing if nothing is removed", async () => {
  const { told, left } = await prune(rootWithRuns(), { count: 0, bytes: 0, newest: 5 });
  expect(left).toHaveLength(6);
  expect(told).toEqual([]);
});
