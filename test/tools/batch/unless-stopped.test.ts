import { expect, it } from "vitest";
import { unlessStopped } from "../../../src/tools/batch/unless-stopped.ts";

const never = new Promise<never>(() => undefined);
const fired = AbortSignal.abort();

it("T29 returns the result of work that ends before the signal fires, and passes its error on", async () => {
  const { signal } = new AbortController();
  const wait = { signal, settleWithin: 0 };
  expect(await unlessStopped(Promise.resolve(1), wait)).toEqual({ value: 1 });
  expect(await unlessStopped(Promise.resolve(undefined), wait)).toEqual({ value: undefined });
  await expect(unlessStopped(Promise.reject(new Error("no")), wait)).rejects.toThrow("no");
});

it("T29 waits without a bound where there is no signal, or no time limit behind it", async () => {
  const later = new Promise((resolve) => setTimeout(resolve, 2, "late"));
  expect(await unlessStopped(later, { settleWithin: 0 })).toEqual({ value: "late" });
  const settleWithin = Number.POSITIVE_INFINITY;
  expect(await unlessStopped(later, { signal: fired, settleWithin })).toEqual({ value: "late" });
});

it("T29 gives up work that hangs once its time after the signal is over", async () => {
  expect(await unlessStopped(never, { signal: fired, settleWithin: 1 })).toBeUndefined();
  expect(await unlessStopped(never, { signal: fired, settleWithin: -1 })).toBeUndefined();
});

it.each([10_000, 3e9, Number.MAX_VALUE])(
  "T29 takes the result of work that ends within %d ms after the signal",
  async (settleWithin) => {
    const soon = new Promise((resolve) => setTimeout(resolve, 2, "soon"));
    expect(await unlessStopped(soon, { signal: fired, settleWithin })).toEqual({ value: "soon" });
  },
);

it("T29 drops an error that comes later", async () => {
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<never>((_, reject) => {
    fail = reject;
  });
  expect(await unlessStopped(failing, { signal: fired, settleWithin: 0 })).toBeUndefined();
  fail(new Error("late")); // Which would fail the test, if nothing handled it.
  await new Promise(setImmediate);
});
