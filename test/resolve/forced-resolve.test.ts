import { describe, expect, it, vi } from "vitest";
import { textOf, textResult } from "../../src/model/tool.ts";
import { ForcedTurn } from "../../src/resolve/forced-turn.ts";
import type { ResolveHandler } from "../../src/resolve/pending-action.ts";
import { queueResolveHandler } from "../../src/resolve/queue-resolve-handler.ts";
import { type ResolveRequest, resolvePending } from "../../src/resolve/resolve-pending.ts";
import { createSession, type Session, type SessionOptions } from "../../src/resolve/session.ts";

const APPLY: ResolveRequest = { action: "apply", reason: "Looks right." };
const DISCARD: ResolveRequest = { action: "discard", reason: "Wrong place." };
const RESOLVE = { type: "tool", name: "resolve" } as const;

function forcing(options: SessionOptions = {}): Session {
  return createSession({ toolChoices: "named", ...options });
}

function handler(id: string, parts: Partial<ResolveHandler> = {}) {
  return {
    id,
    label: `Edit ${id}`,
    sourceToolName: "ast_edit",
    apply: async () => textResult(`${id} applied.`),
    ...parts,
  };
}

function turnOf({ toolChoices }: Session): ForcedTurn {
  return new ForcedTurn(toolChoices, () => undefined);
}

/** Takes a turn in which the model makes the forced call, with these requests. Returns the forced choice. */
async function forcedTurn(session: Session, ...requests: readonly ResolveRequest[]) {
  const turn = turnOf(session);
  const choice = turn.take();
  await Promise.allSettled(requests.map((request) => resolvePending(session, request)));
  turn.end({ invoked: requests.map(() => "resolve") });
  return choice;
}

describe("a session that can force tools", () => {
  it("R26 has a pending, resolvable action whether or not it can", async () => {
    for (const toolChoices of ["none", "named"] as const) {
      const session = createSession({ toolChoices });
      queueResolveHandler(session, handler("a"));
      expect(session.toolChoices.inspect()).toEqual(toolChoices === "named" ? ["resolve:a"] : []);
      expect(textOf(await resolvePending(session, APPLY))).toBe("a applied.");
    }
    const session = createSession();
    queueResolveHandler(session, handler("a"));
    expect(session.toolChoices.inspect()).toEqual([]);
  });

  it("R16 Q4 forces in the order of the pending actions, whatever was queued first", () => {
    const session = forcing();
    queueResolveHandler(session, handler("c1"), { batchId: "b", callIndex: 1 });
    queueResolveHandler(session, handler("later"));
    queueResolveHandler(session, handler("c3"), { batchId: "b2", callIndex: 3 });
    queueResolveHandler(session, handler("c2"), { batchId: "b2", callIndex: 2 });
    queueResolveHandler(session, handler("now"), { now: true });
    const expected = session.pending.list().map(({ id }) => `resolve:${id}`);
    expect(session.toolChoices.inspect()).toEqual(expected);
    expect(expected.slice(0, 2)).toEqual(["resolve:now", "resolve:c1"]);
    expect(expected.slice(3)).toEqual(["resolve:c2", "resolve:c3"]);
  });

  it("R16 R30 Q4 forces ahead of the normal flow, in the order of the pending actions", () => {
    const session = forcing();
    session.toolChoices.pushSequence(["required", "auto"], { label: "of the host" });
    for (const id of ["a", "b"]) queueResolveHandler(session, handler(id));
    queueResolveHandler(session, handler("now"), { now: true });
    const forced = ["resolve:now", "resolve:a", "resolve:b"];
    expect(session.toolChoices.inspect()).toEqual([...forced, "of the host"]);
  });

  it("R30 forces what a call of the normal flow queued before that flow goes on", () => {
    const session = forcing();
    session.toolChoices.pushSequence(["required", "auto"], { label: "of the host" });
    const turn = turnOf(session);
    turn.take();
    queueResolveHandler(session, handler("a"));
    turn.end({ invoked: ["ast_edit"] });
    expect(session.toolChoices.inspect()).toEqual(["resolve:a", "of the host"]);
  });

  it.each(["cleared", "removed"])(
    "R30 puts back a directive that was %s if an apply fails",
    async (how) => {
      const session = forcing();
      const apply = vi.fn(async () => textResult("Done.")).mockRejectedValueOnce(new Error("full"));
      queueResolveHandler(session, handler("a", { apply }));
      session.toolChoices.pushOnce("required", { label: "of the host" });
      if (how === "cleared") session.toolChoices.clear();
      else session.toolChoices.removeByLabel("resolve:a");
      const host = how === "cleared" ? [] : ["of the host"];
      await expect(resolvePending(session, APPLY)).rejects.toThrow("Apply failed: full");
      expect(session.toolChoices.inspect()).toEqual(["resolve:a", ...host]);
      expect(await forcedTurn(session)).toEqual(RESOLVE); // Its callbacks are the same: it is forced again.
      expect(session.toolChoices.inspect()).toEqual(["resolve:a", ...host]);
      await forcedTurn(session, APPLY);
      expect([session.toolChoices.inspect(), session.hasPending]).toEqual([host, false]);
    },
  );

  it("R30 Q12 does not put back the directive of an action that is forced no more", async () => {
    const session = forcing();
    queueResolveHandler(session, handler("a", { apply: () => Promise.reject(new Error("full")) }));
    for (const _ of [1, 2, 3, 4]) await forcedTurn(session, APPLY);
    await expect(resolvePending(session, APPLY)).rejects.toThrow("full");
    expect([session.toolChoices.inspect(), session.hasPending]).toEqual([[], true]);
  });

  it("R32 finds the action that the directive in flight would end, and says if any is pending", async () => {
    const session = forcing();
    expect([session.hasPending, session.peekQueueInvoker()]).toEqual([false, undefined]);
    for (const id of ["a", "b"]) queueResolveHandler(session, handler(id));
    expect([session.hasPending, session.peekQueueInvoker()]).toEqual([true, undefined]);
    turnOf(session).take();
    expect(session.peekQueueInvoker()?.label).toBe("Edit a");
    await resolvePending(session, APPLY);
    expect([session.hasPending, session.peekQueueInvoker()]).toEqual([true, undefined]);
  });

  it("R15 forces the last pushed first where the order is a stack", () => {
    const session = forcing({ order: "stack" });
    for (const id of ["a", "b", "c"]) queueResolveHandler(session, handler(id));
    expect(session.toolChoices.inspect()).toEqual(["resolve:c", "resolve:b", "resolve:a"]);
  });

  it("R19 resolves the named action, then the one in flight, then the next pending", async () => {
    const session = forcing();
    for (const id of ["a", "b", "c"]) queueResolveHandler(session, handler(id));
    turnOf(session).take();
    queueResolveHandler(session, handler("now"), { now: true });
    const texts = [];
    for (const request of [{ ...APPLY, id: "c" }, APPLY, APPLY, APPLY])
      texts.push(textOf(await resolvePending(session, request)));
    expect(texts).toEqual(["c applied.", "a applied.", "now applied.", "b applied."]);
  });

  it("R19 passes over what is in flight for something else than a pending action", async () => {
    const session = forcing();
    session.toolChoices.pushOnce("required", { label: "of the host" });
    queueResolveHandler(session, handler("a"));
    turnOf(session).take();
    expect(textOf(await resolvePending(session, APPLY))).toBe("a applied.");
  });

  it("R25 forces no phantom: an action that ended elsewhere is passed over", async () => {
    const session = forcing();
    for (const id of ["a", "b", "c"]) queueResolveHandler(session, handler(id));
    await resolvePending(session, { ...DISCARD, id: "a" });
    session.pending.pop("b");
    expect(turnOf(session).take()).toEqual(RESOLVE);
    expect(session.toolChoices.inFlightLabel).toBe("resolve:c");
    await resolvePending(session, APPLY);
    session.toolChoices.resolve();
    expect(turnOf(session).take()).toBeUndefined();
  });

  it.each([
    ["aborted", (turn: ForcedTurn) => turn.abort()],
    ["failed", (turn: ForcedTurn) => turn.fail()],
    ["did not call resolve", (turn: ForcedTurn) => turn.end({ invoked: ["read_file"] })],
  ])("Q9 R25 forces the same action again where the turn %s", (_what, end) => {
    const session = forcing();
    for (const id of ["a", "b"]) queueResolveHandler(session, handler(id));
    const turn = turnOf(session);
    turn.take();
    end(turn);
    expect(session.toolChoices.inspect()).toEqual(["resolve:a", "resolve:b"]);
    expect(session.pending.list().map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it.each([
    ["cleared", (session: Session) => session.toolChoices.clear()],
    ["removed", (session: Session) => session.toolChoices.removeByLabel("resolve:a")],
  ])("Q14 Q15 R26 does not force again what was %s; it stays pending", (_what, end) => {
    const session = forcing();
    queueResolveHandler(session, handler("a"));
    turnOf(session).take();
    end(session);
    expect(session.toolChoices.inspect()).toEqual([]);
    expect(session.pending.peek()?.id).toBe("a");
  });

  it("Q12 gives an action to onUnresolved after its forced turns, and forces it no more", async () => {
    const unresolved: unknown[] = [];
    const session = forcing({
      onUnresolved: ({ id }, reason) => unresolved.push([id, reason]),
    });
    queueResolveHandler(session, handler("a"));
    for (const _ of [1, 2, 3, 4]) {
      expect(unresolved).toEqual([]);
      expect(await forcedTurn(session)).toEqual(RESOLVE);
    }
    expect(unresolved).toEqual([["a", "not resolved after 4 forced turns"]]);
    expect(await forcedTurn(session)).toBeUndefined();
    expect(textOf(await resolvePending(session, DISCARD))).toContain("Discarded: Edit a.");
  });

  it("R10 Q9 Q12 forces again after an apply that threw, as long as it is pending, and not without end", async () => {
    const onUnresolved = vi.fn();
    const session = forcing({ onUnresolved });
    const apply = () => Promise.reject(new Error("disk full"));
    const [fails] = ["fails", "b"].map((id) =>
      queueResolveHandler(session, handler(id, { apply })),
    );
    await forcedTurn(session, APPLY);
    expect(session.toolChoices.inspect()).toEqual(["resolve:fails", "resolve:b"]);
    await forcedTurn(session, DISCARD);
    expect(session.toolChoices.inspect()).toEqual(["resolve:b"]);
    for (const _ of [1, 2, 3, 4]) await forcedTurn(session, APPLY);
    expect(onUnresolved.mock.calls).toMatchObject([
      [{ id: "b" }, "not resolved after 4 forced turns"],
    ]);
    expect(fails && session.pending.has(fails.id)).toBe(false);
  });

  it("R17 Q9 forces again where resolve ended another action than the one it was forced for", async () => {
    const session = forcing();
    for (const id of ["a", "b"]) queueResolveHandler(session, handler(id));
    await forcedTurn(session, { ...APPLY, id: "b" });
    expect(session.toolChoices.inspect()).toEqual(["resolve:a", "resolve:b"]);
    await forcedTurn(session, APPLY);
    expect(await forcedTurn(session)).toBeUndefined();
  });

  it("Q18 R13 settles a turn whose resolve ended the action, once its tools ran", async () => {
    const session = forcing();
    queueResolveHandler(session, handler("a"));
    expect(await forcedTurn(session, APPLY)).toEqual(RESOLVE);
    expect([session.toolChoices.hasInFlight, session.toolChoices.inspect()]).toEqual([false, []]);
    expect(session.pending.hasPending).toBe(false);
  });

  it("Q21 R26 keeps the action pending and resolvable where the provider refuses to be forced", async () => {
    const session = forcing();
    queueResolveHandler(session, handler("a"));
    const turn = turnOf(session);
    turn.take();
    turn.refuse("thinking is on");
    expect([turn.take(), turnOf(session).take()]).toEqual([undefined, undefined]);
    expect(textOf(await resolvePending(session, APPLY))).toBe("a applied.");
  });

  it("R12 reports an onUnresolved that throws, and goes on", async () => {
    const onHookError = vi.fn();
    const onUnresolved = () => {
      throw new Error("hook");
    };
    const session = forcing({ onUnresolved, onHookError });
    queueResolveHandler(session, handler("a"));
    for (const _ of [1, 2, 3, 4]) await forcedTurn(session);
    expect(onHookError.mock.calls).toEqual([[new Error("hook")]]);
    expect(session.pending.hasPending).toBe(true);
  });
});
