import { describe, expect, it, vi } from "vitest";
import { CancelledError } from "../../../src/model/tool-error.ts";
import { TimeLimitError, withTimeLimit } from "../../../src/shared/process/time-limit.ts";

const never = new AbortController().signal;
const endless = () => new Promise<never>(() => undefined);

describe("withTimeLimit", () => {
  it("answers what the work answers, at once or later, and rejects with what it throws", async () => {
    expect(await withTimeLimit(1000, never, () => 7)).toBe(7);
    expect(await withTimeLimit(1000, never, async () => 7)).toBe(7);
    const error = new Error("boom");
    const failing = withTimeLimit(1000, never, () => {
      throw error;
    });
    await expect(failing).rejects.toBe(error);
  });

  it.each([
    [20, "It took longer than 20 ms."],
    [1500, "It took longer than 1.5 s."],
  ])("does not wait for longer than %i ms, and tells the work", async (limit, message) => {
    vi.useFakeTimers();
    try {
      let signal = never;
      const running = withTimeLimit(limit, never, (given) => {
        signal = given;
        return endless();
      });
      const ended = expect(running).rejects.toThrow(new TimeLimitError(message));
      await vi.advanceTimersByTimeAsync(limit - 1);
      expect(signal.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await ended;
      expect(signal.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it("A22 ends as cancelled with the signal, tells the work, and does not begin after it", async () => {
    const stop = new AbortController();
    let given = never;
    const running = withTimeLimit(10_000, stop.signal, (signal) => {
      given = signal;
      return endless();
    });
    stop.abort(130);
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    expect(given.aborted).toBe(true);
    let hasBegun = false;
    const late = withTimeLimit(10_000, stop.signal, () => {
      hasBegun = true;
    });
    await expect(late).rejects.toBeInstanceOf(CancelledError);
    expect(hasBegun).toBe(false);
  });

  it("keeps no timer and no listener once the work is done", async () => {
    vi.useFakeTimers();
    try {
      const { signal } = new AbortController();
      const removed = vi.spyOn(signal, "removeEventListener");
      await withTimeLimit(10_000, signal, () => 7);
      expect(vi.getTimerCount()).toBe(0);
      expect(removed).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
