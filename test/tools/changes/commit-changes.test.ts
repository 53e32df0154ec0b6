import { expect, it } from "vitest";
import type { FileChange } from "../../../src/model/action/preview.ts";
import type { CommitTarget, TextChange } from "../../../src/model/workspace.ts";
import { TurnQueue } from "../../../src/shared/turn-queue.ts";
import { commitChanges } from "../../../src/tools/changes/commit-changes.ts";

/** A workspace that keeps what is committed. */
function memoryOf(committed: TextChange[]): CommitTarget {
  return {
    turns: new TurnQueue(),
    read: async () => ({ kind: "unusable", why: "vanished" }),
    ownEditsBetween: () => undefined,
    async commit(changes) {
      committed.push(...changes);
    },
  };
}

it("A19 holds a bounded part of the texts of a commit in memory, and reads the others when they are written", async () => {
  const long = "x".repeat(2.5 * 1024 * 1024);
  const changes = ["a.ts", "b.ts", "c.ts"].map((path) => {
    return { path, preHash: "0", postHash: "1", edits: [] } as unknown as FileChange;
  });
  const kept: string[] = [];
  let reads = 0;
  const keep = (text: string) => {
    kept.push(text);
    const text1 = () => {
      reads += 1;
      return text;
    };
    return { text: text1 };
  };
  const committed: TextChange[] = [];
  await commitChanges(
    changes,
    { id: "1", label: "All", reason: "Yes." },
    {
      workspace: memoryOf(committed),
      signal: new AbortController().signal,
      texts: { isFull: false, holdsAll: false, count: () => undefined, keep },
    },
    { editAgain: (change) => ({ change, before: long, after: `${change.path}${long}` }) },
  );
  expect(kept).toHaveLength(4); // Of two of the three files.
  expect(reads).toBe(0);
  const begins = committed.map(({ path, before, after }) => [path, before[0], after.slice(0, 4)]);
  expect(begins).toEqual(["a.ts", "b.ts", "c.ts"].map((path) => [path, "x", path]));
  expect(reads).toBe(4);
});
