import { describe, expect, it } from "vitest";
import { splice } from "../../src/edit/text/splice.ts";
import type { TextEdit } from "../../src/model/edit.ts";
import { type CommitTarget, StaleFileError } from "../../src/model/workspace.ts";
import { TurnQueue } from "../../src/shared/turn-queue.ts";
import { GatheredWrites, NetEdits } from "../../src/tree/gathered-writes.ts";

/** Numbers that look random, and are the same each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
}

/** Some edits of a text: sorted, not overlapping. */
function editsOf(text: string, next: (below: number) => number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = next(6); at <= text.length && edits.length < 3; at += 1 + next(8)) {
    const start = Math.max(at, edits.at(-1)?.end ?? 0);
    const end = Math.min(text.length, start + next(4));
    if (start <= text.length) edits.push({ start, end, text: "xyz".slice(0, next(4)) });
    at = end;
  }
  return edits;
}

describe("NetEdits", () => {
  it("makes of the first text what the commits make of it one after another", () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const next = numbersFrom(seed);
      const before = "abcdefghijklmnopqrst".slice(0, 5 + next(15));
      let now = before;
      let net: NetEdits | undefined;
      for (let commit = 0; commit < 5; commit += 1) {
        const edits = editsOf(now, next);
        now = splice(now, edits);
        if (net === undefined) net = new NetEdits(before, edits);
        else net.add(edits);
      }
      expect([seed, splice(before, net?.list ?? [])]).toEqual([seed, now]);
    }
  });
});

describe("GatheredWrites", () => {
  const note = { id: "1", label: "One", reason: "Yes." };
  const disk: CommitTarget = {
    turns: new TurnQueue(),
    read: async () => ({ kind: "text", text: "a", hash: "0" }),
    ownEditsBetween: () => [],
    commit: () => Promise.reject(new Error("It must not write.")),
  };
  const change = (preHash: string, postHash: string, after: string) => {
    const edits = [{ start: 0, end: 1, text: after }];
    return [{ path: "a.ts", preHash, postHash, before: "a", after, edits }];
  };

  it("A18 refuses a change that does not rest on the one before, and is then as it was", async () => {
    const gathered = new GatheredWrites(disk);
    await gathered.commit(change("0", "1", "b"), note);
    await expect(gathered.commit(change("0", "2", "c"), note)).rejects.toThrow(StaleFileError);
    expect(await gathered.read("a.ts")).toEqual({ kind: "text", text: "b", hash: "1" });
    expect(gathered.parts).toHaveLength(1);
    expect(gathered.list()).toMatchObject([{ preHash: "0", postHash: "1", after: "b" }]);
  });

  it("knows the edits of the run before it, too", async () => {
    const gathered = new GatheredWrites({ ...disk, ownEditsBetween: () => [[]] });
    await gathered.commit(change("0", "1", "b"), note);
    expect(gathered.ownEditsBetween("a.ts", "0", "1")).toHaveLength(1);
    expect(gathered.ownEditsBetween("a.ts", "before", "1")).toHaveLength(2);
    expect(gathered.ownEditsBetween("a.ts", "0", "other")).toBeUndefined();
  });
});
