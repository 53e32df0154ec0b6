import { expect, it } from "vitest";
import { CallSlots } from "../../src/mcp/call-slots.ts";

/** A call that ends when it is told to. */
function call(slots: CallSlots, isWriter = false, signal = new AbortController().signal) {
  let end: () => void = () => undefined;
  const state = { hasBegun: false };
  const done = slots.run({ isWriter, signal }, () => {
    state.hasBegun = true;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return { state, done, end: () => end() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("four calls run at a time, and one that writes runs alone, in the order in which they came", async () => {
  const slots = new CallSlots();
  const calls = [false, false, false, false, false, true, false].map((isWriter) =>
    call(slots, isWriter),
  );
  const begun = () => calls.map(({ state }) => state.hasBegun);
  await turn();
  expect(begun()).toEqual([true, true, true, true, false, false, false]);
  for (const one of calls.slice(0, 4)) one.end();
  await turn();
  expect(begun()).toEqual([true, true, true, true, true, false, false]);
  calls[4]?.end();
  await turn();
  expect(begun().slice(5)).toEqual([true, false]);
  calls[5]?.end();
  await turn();
  expect(begun().at(-1)).toBe(true);
  const idle = slots.idle();
  calls[6]?.end();
  await idle;
});

it("a call that is cancelled while it waits leaves its place, and one too many is refused", async () => {
  const slots = new CallSlots();
  const writer = call(slots, true);
  const cancel = new AbortController();
  const cancelled = call(slots, false, cancel.signal);
  const waiting = Array.from({ length: 31 }, () => call(slots));
  await expect(call(slots).done).rejects.toThrow("Too many calls: 32 wait already.");
  cancel.abort();
  await expect(cancelled.done).rejects.toThrow("cancelled before its turn");
  waiting.push(call(slots));
  writer.end();
  for (const one of waiting) {
    await turn();
    expect(one.state.hasBegun).toBe(true);
    one.end();
  }
});
