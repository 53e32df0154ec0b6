import { describe, expect, it } from "vitest";
import { textResult } from "../../src/model/tool.ts";
import { PendingActionStore } from "../../src/resolve/pending-action-store.ts";

const handler = (label: string) => ({ label, sourceToolName: "t", apply: () => textResult("") });
const labels = (store: PendingActionStore) => store.list().map(({ label }) => label);

describe("PendingActionStore", () => {
  it("R16 resolves the first queued first, and `now` before all", () => {
    const store = new PendingActionStore("queue");
    store.push(handler("a"), "a");
    store.push(handler("b"), "b");
    store.push(handler("now"), "now", { now: true });
    expect(labels(store)).toEqual(["now", "a", "b"]);
  });

  it("R15 resolves the last pushed first where the order is a stack", () => {
    const store = new PendingActionStore("stack");
    store.push(handler("a"), "a");
    store.push(handler("b"), "b");
    expect(store.peek()?.label).toBe("b");
    expect(store.pop()?.label).toBe("b");
    expect(store.pop()?.label).toBe("a");
    expect(store.pop()).toBeUndefined();
    expect(store.hasPending).toBe(false);
  });

  it("R15 is a stack by default, and gives ids to what names none", () => {
    const store = new PendingActionStore();
    for (const label of ["a", "b", "c"]) store.push(handler(label));
    expect(labels(store)).toEqual(["c", "b", "a"]);
    expect([store.pop()?.id, store.pop()?.id, store.pop()?.id]).toEqual([
      "action-3",
      "action-2",
      "action",
    ]);
  });

  it("R15 resolves `now` first in a stack too", () => {
    const store = new PendingActionStore("stack");
    store.push(handler("a"));
    store.push(handler("now"), "now", { now: true });
    expect(labels(store)).toEqual(["now", "a"]);
  });

  it("R25 knows an id as long as its action is pending", () => {
    const store = new PendingActionStore();
    const { id } = store.push(handler("a"));
    store.start(id);
    expect([store.has(id), store.has("nobody")]).toEqual([true, false]);
    store.consume(id);
    expect(store.has(id)).toBe(false);
  });

  it("A12 keeps the actions of one batch in call order, whatever was queued first", () => {
    const store = new PendingActionStore("queue");
    store.push(handler("0-x"), "0", { batchId: "tool-batch-0", callIndex: 1 });
    store.push(handler("1-c2"), "1", { batchId: "tool-batch-1", callIndex: 2 });
    store.push(handler("1-c0 first"), "2", { batchId: "tool-batch-1", callIndex: 0 });
    store.push(handler("1-c1"), "3", { batchId: "tool-batch-1", callIndex: 1 });
    store.push(handler("1-c0 second"), "4", { batchId: "tool-batch-1", callIndex: 0 });
    expect(labels(store)).toEqual(["0-x", "1-c0 first", "1-c0 second", "1-c1", "1-c2"]);
  });

  it("R31 is a stack by the order of pushing, also among the calls of one batch", () => {
    const store = new PendingActionStore("stack");
    for (const callIndex of [1, 0, 2])
      store.push(handler(`c${callIndex}`), `${callIndex}`, { batchId: "b", callIndex });
    expect(labels(store)).toEqual(["c2", "c0", "c1"]);
  });

  it("R32 says by a value if an action is pending", () => {
    const store = new PendingActionStore();
    expect(store.hasPending).toBe(false);
    store.push(handler("a"), "a");
    expect(store.hasPending).toBe(true);
  });

  it("R25 still has an action pending while it is being run, and does not hand it out again", () => {
    const store = new PendingActionStore();
    store.push(handler("a"), "a");
    store.start("a");
    expect([store.hasPending, store.peek()]).toEqual([true, undefined]);
    store.putBack("a");
    expect(store.peek()?.label).toBe("a");
  });
});
