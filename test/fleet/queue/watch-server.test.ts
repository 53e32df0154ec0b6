import { expect, it, vi } from "vitest";
import { watchServer } from "../../../src/fleet/queue/watch-server.ts";

it("a server that is gone is waited for, told of once, and lost after the limit", async () => {
  vi.useFakeTimers();
  try {
    const notes: string[] = [];
    let isThere = true;
    let looks = 0;
    const look = async () => {
      looks += 1;
      if (!isThere) throw new Error("gone");
    };
    const note = (line: string) => notes.push(line);
    const watch = watchServer(look, { poll: 1000, gone: 10_000, note });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([looks, notes]).toEqual([60, []]);
    isThere = false;
    await vi.advanceTimersByTimeAsync(9_000);
    isThere = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(notes).toEqual([
      "The queue does not answer; waiting for it.",
      "The queue answers again.",
    ]);
    expect(watch.lost.aborted).toBe(false);
    isThere = false;
    await vi.advanceTimersByTimeAsync(12_000);
    expect(watch.lost.aborted).toBe(true);
    watch.stop();
  } finally {
    vi.useRealTimers();
  }
});
