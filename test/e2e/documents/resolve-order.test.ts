import { expect, it } from "vitest";
import type { AgentToolResult } from "../../../src/index.ts";
import { deferred } from "./support/deferred.ts";
import { handler, result, text } from "./support/handlers.ts";
import { sluice } from "./support/sluice.ts";

const { createSession, queueResolveHandler, resolvePending, PendingActionStore, runToolBatch } =
  sluice;
const apply = { action: "apply", reason: "It is right." } as const;

it("R15 resolves the last pushed first", () => {
  const store = new PendingActionStore();
  for (const label of ["A", "B", "C"]) store.push(handler(label));
  expect(store.peek()?.label).toBe("C");
  expect(["1", "2", "3"].map(() => store.pop()?.label)).toEqual(["C", "B", "A"]);
  expect([store.peek(), store.pop()]).toEqual([undefined, undefined]);
});

it("R15 does not drop an action whose apply throws", async () => {
  const session = createSession({ order: "stack" });
  const failing = () => Promise.reject(new Error("no"));
  queueResolveHandler(session, handler("A"));
  queueResolveHandler(session, handler("B", [], { apply: failing }));
  await expect(resolvePending(session, apply)).rejects.toThrow("no");
  expect(session.pending.list().map(({ label }) => label)).toEqual(["B", "A"]);
});

it("R32 R15 has hasPending as a value", () => {
  const store = new PendingActionStore();
  expect(store.hasPending).toBe(false);
  store.push(handler("A"));
  expect(store.hasPending).toBe(true);
  store.pop();
  expect(store.hasPending).toBe(false);
});

it("R32 R19 finds the handler in flight with peekQueueInvoker", async () => {
  const session = createSession({ toolChoices: "named" });
  expect(session.peekQueueInvoker()).toBeUndefined();
  const { id } = queueResolveHandler(session, handler("A"));
  queueResolveHandler(session, handler("B"));
  expect(session.peekQueueInvoker()).toBeUndefined();
  session.toolChoices.nextToolChoice();
  expect(session.peekQueueInvoker()).toMatchObject({ id, label: "A" });
  await resolvePending(session, apply);
  session.toolChoices.resolve();
  expect(session.peekQueueInvoker()).toBeUndefined();
});

it("R32 has a generic AgentToolResult", () => {
  const typed: AgentToolResult<{ readonly count: number }> = {
    content: [],
    details: { count: 2 },
  };
  const count: number | undefined = typed.details?.count;
  expect(count).toBe(2);
});

it("R16 resolves in the order of queueing; now: true goes to the head", async () => {
  const session = createSession();
  for (const label of ["A", "B"]) queueResolveHandler(session, handler(label));
  queueResolveHandler(session, handler("C"), { now: true });
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) texts.push(text(await resolvePending(session, apply)));
  expect(texts).toEqual(["Applied C.", "Applied A.", "Applied B."]);
});

it("R16 Q4 forces resolve in the order of the tool-choice queue", async () => {
  const session = createSession({ toolChoices: "named" });
  for (const label of ["A", "B"]) queueResolveHandler(session, handler(label));
  queueResolveHandler(session, handler("C"), { now: true });
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    expect(session.toolChoices.nextToolChoice()).toEqual({ type: "tool", name: "resolve" });
    texts.push(text(await resolvePending(session, apply)));
    session.toolChoices.resolve();
  }
  expect(texts).toEqual(["Applied C.", "Applied A.", "Applied B."]);
  expect(session.toolChoices.nextToolChoice()).toBeUndefined();
});

it("R17 gives every action an id of its own, which resolve may name; equal labels and ids never collide", async () => {
  const session = createSession();
  const calls: string[] = [];
  const ids = ["first", "second", "third"].map((name) => {
    const more = { apply: () => result(name), id: "same" };
    return queueResolveHandler(session, { ...handler("AST Edit", calls), ...more }).id;
  });
  expect(new Set(ids).size).toBe(3);
  expect(text(await resolvePending(session, { ...apply, id: ids[1] as string }))).toBe("second");
  expect(session.pending.list().map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  await expect(resolvePending(session, { ...apply, id: "nothing" })).rejects.toThrow();
  expect(session.pending.list()).toHaveLength(2);
});

it("R19 finds the handler in flight, then the pending ones, then the standing one, then nothing", async () => {
  const session = createSession({ toolChoices: "named" });
  session.standing.set("owner", handler("standing"));
  queueResolveHandler(session, handler("in flight"));
  session.toolChoices.nextToolChoice();
  queueResolveHandler(session, handler("pending"), { now: true });
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    texts.push(text(await resolvePending(session, apply)));
    session.toolChoices.resolve();
  }
  expect(texts).toEqual(["Applied in flight.", "Applied pending.", "Applied standing."]);
  session.standing.clear("owner");
  await expect(resolvePending(session, apply)).rejects.toThrow("No pending action to resolve.");
});

it("R20 does not consume a standing handler by use; only its owner clears it", async () => {
  const session = createSession();
  const calls: string[] = [];
  session.standing.set("owner", handler("S", calls));
  for (let n = 0; n < 3; n += 1) await resolvePending(session, apply);
  expect(calls).toHaveLength(3);
  expect(session.standing.clear("another")).toBe(false);
  await resolvePending(session, apply);
  expect(session.standing.clear("owner")).toBe(true);
  await expect(resolvePending(session, apply)).rejects.toThrow("No pending action to resolve.");
});

it("R21 leaves a standing handler as its owner set it, whatever previews and other owners do", async () => {
  const session = createSession();
  const standing = handler("S");
  session.standing.set("owner", standing);
  queueResolveHandler(session, handler("A"));
  expect(session.standing.current).toBe(standing);
  await resolvePending(session, apply);
  queueResolveHandler(session, handler("B"));
  await resolvePending(session, { ...apply, action: "discard" });
  expect(() => session.standing.set("another", handler("T"))).toThrow(/owner/);
  expect(session.standing.current).toBe(standing);
});

it("R30 forces resolve before the flow goes on, and puts the directive of a failed apply back", async () => {
  const session = createSession({ toolChoices: "named" });
  let attempts = 0;
  const flaky = () => {
    attempts += 1;
    if (attempts === 1) throw new Error("no");
    return result("Done.");
  };
  queueResolveHandler(session, handler("A", [], { apply: flaky }));
  session.toolChoices.pushOnce("required", { label: "normal flow" });
  const served: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    served.push(session.toolChoices.nextToolChoice());
    if (session.pending.list().length > 0)
      await resolvePending(session, apply).catch(() => undefined);
    session.toolChoices.resolve();
  }
  const forced = { type: "tool", name: "resolve" };
  expect(served).toEqual([forced, forced, "required"]);
});

it("R30 puts the directive of a failed apply back, also if none was left", async () => {
  const session = createSession({ toolChoices: "named" });
  const failing = () => Promise.reject(new Error("no"));
  const { id } = queueResolveHandler(session, handler("A", [], { apply: failing }));
  session.toolChoices.clear();
  expect(session.toolChoices.nextToolChoice()).toBeUndefined();
  await expect(resolvePending(session, { ...apply, id })).rejects.toThrow("no");
  expect(session.toolChoices.nextToolChoice()).toEqual({ type: "tool", name: "resolve" });
});

it("R31 has the stack by the order of pushing, also among the calls of one batch", async () => {
  const session = createSession({ order: "stack" });
  const pushed = deferred();
  const call = (label: string, before: Promise<void>, after: () => void) => ({
    callId: label,
    tool: "t",
    params: {},
    execute: async (context: { batchId: string; callIndex: number }) => {
      await before;
      queueResolveHandler(session, handler(label), context);
      after();
      return result("");
    },
  });
  await runToolBatch("tool-batch-0", [
    call("first call, pushed last", pushed.promise, () => undefined),
    call("second call, pushed first", Promise.resolve(), () => pushed.settle()),
  ]);
  expect(session.pending.list().map(({ label }) => label)).toEqual([
    "first call, pushed last",
    "second call, pushed first",
  ]);
});
