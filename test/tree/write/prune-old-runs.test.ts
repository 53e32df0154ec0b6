import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { NO_LISTING } from "../../../src/tree/no-listing.ts";
import { pruneOldRuns } from "../../../src/tree/write/prune-old-runs.ts";
import { tempTree, writeTree } from "../../support/temp-tree.ts";

const RUN = "x".repeat(1000);
const HELD = '{"actions":[{"id":"a"}]}';

/** Makes a root with runs of 1000 bytes each. */
function rootWith(...names: readonly string[]): string {
  const root = tempTree({});
  for (const name of names) writeTree(root, { [`.sluice/runs/${name}/journal.jsonl`]: RUN });
  return root;
}

/** A root with runs `r1` to `r6`; `r1` holds an action, and `r3` has not ended. */
function rootWithRuns(): string {
  const root = rootWith("r1", "r2", "r3.open", "r4", "r5", "r6");
  writeTree(root, { ".sluice/runs/r1/held.json": HELD });
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
  ["count", { count: 3, bytes: 1e9, newest: 1 }],
  ["bytes", { count: 99, bytes: 2100, newest: 1 }],
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

it("does not count runs that hold actions: those that can be undone stay", async () => {
  const root = rootWith("r1", "r2", "r3", "r4", "r5", "r6");
  for (const name of ["r1", "r2", "r3"])
    writeTree(root, { [`.sluice/runs/${name}/held.json`]: HELD });
  const { left } = await prune(root, { count: 3, bytes: 1e9, newest: 1 });
  expect(left).toHaveLength(6);
});

it.each([
  ["among the newest", "r6"],
  ["older", "r4"],
])("keeps small runs beside one that is larger than the bound and %s", async (_what, large) => {
  const root = rootWith("r1", "r2", "r3", "r4", "r5", "r6");
  writeTree(root, { [`.sluice/runs/${large}/images`]: RUN.repeat(9) });
  const { left } = await prune(root, { count: 99, bytes: 5000, newest: 1 });
  expect(left).toEqual(
    ["r1", "r2", "r3", "r4", "r5", "r6"].filter((name) => large === "r6" || name !== large),
  );
});

it("tells what was removed, and what could not be, and goes on after a failure", async () => {
  const root = rootWith("r1", "r2", "r3", "r4");
  mkdirSync(join(root, ".sluice/runs/r2/report.json"));
  const { told, left } = await prune(root, { count: 1, bytes: 1e9, newest: 1 });
  expect(left).toEqual(["r2", "r4"]);
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/^The old run r2 is not removed as a whole: /);
  expect(told[1]).toContain("Removed the records of 2 old runs");
});
