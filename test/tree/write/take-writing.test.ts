import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { NO_LISTING } from "../../../src/tree/no-listing.ts";
import { takeWriting } from "../../../src/tree/write/take-writing.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const NOTE = { id: "a", label: "a", reason: "A test." };

/** Writes so many files as one transaction of a run; returns the root and what was told. */
async function write(count: number, listener: (event: RunEvent) => void) {
  const paths = Array.from({ length: count }, (_value, index) => `${index}.txt`);
  const root = tempTree(Object.fromEntries(paths.map((path) => [path, "old"])));
  const signal = new AbortController().signal;
  const self = { pid: 1, host: "", machine: "", boot: "", pids: "", isAlive: () => true };
  const world = { self, now: () => 0, after: () => signal, emit: listener, env: {} };
  const texts = { before: "old", after: "new", preHash: sha256("old"), postHash: sha256("new") };
  const edits = [{ start: 0, end: 3, text: "new" }];
  const request = { root, command: "run", lockTimeout: 1, signal, listing: NO_LISTING };
  const writing = await takeWriting(request, world);
  if (writing.kind !== "writing") throw new Error(writing.message);
  const run = { id: "r", command: "run", startedAt: "2026-01-01T00:00:00Z", recipes: [] };
  const writer = writing.journal(run);
  await writer.commit(
    paths.map((path) => ({ path, ...texts, edits })),
    NOTE,
  );
  await writer.close();
  await writing.release();
  return root;
}

it("writes all the same if a listener throws", async () => {
  const root = await write(60, () => {
    throw new Error("The listener is broken.");
  });
  expect(readText(root, "0.txt")).toBe("new");
  expect(readText(root, "59.txt")).toBe("new");
  expect(readdirSync(root)).toHaveLength(61);
});

it("tells the progress of a transaction of many files: as they are staged, and as they get their place", async () => {
  const told: string[] = [];
  await write(60, (event) => {
    if (event.type === "writing") told.push(`${event.phase} ${event.done} of ${event.total}`);
  });
  expect(told).toHaveLength(120);
  expect(told.slice(58, 62)).toEqual([
    "staged 59 of 60",
    "staged 60 of 60",
    "placed 1 of 60",
    "placed 2 of 60",
  ]);
});

it("tells nothing of a transaction of a few files", async () => {
  const told: RunEvent[] = [];
  await write(3, (event) => told.push(event));
  expect(told).toEqual([]);
});
