import { describe, expect, it } from "vitest";
import type { ToolExecutionContext, ToolHook } from "../../../src/index.ts";
import { call, hookAt, told } from "./support/calls.ts";
import { deferred } from "./support/deferred.ts";
import { result, text } from "./support/handlers.ts";
import { sluice } from "./support/sluice.ts";

const { runToolBatch, DIRECT_CALL, OUTPUT_CAP } = sluice;
const CONTINUE = { kind: "continue" } as const;

describe("the context and the order of calls", () => {
  it("T1 T2 gives each call its id, the batch's id, and its order from 0", async () => {
    const seen: ToolExecutionContext[] = [];
    const note = (context: ToolExecutionContext) => String(seen.push(context));
    const calls = ["a", "b", "c"].map((id) => call(id, note));
    await runToolBatch("tool-batch-4", calls);
    expect(seen).toEqual(
      ["a", "b", "c"].map((callId, callIndex) => ({ callId, batchId: "tool-batch-4", callIndex })),
    );
  });

  it("T2 counts skipped and synthetic calls in callIndex", async () => {
    const seen: number[] = [];
    const note = ({ callIndex }: ToolExecutionContext) => String(seen.push(callIndex));
    const synthetic = { kind: "synthetic", result: result("made up") } as const;
    const { outcomes } = await runToolBatch(
      "tool-batch-0",
      ["synthetic", "denied", "ran"].map((id) => call(id, note)),
      {
        hooks: [hookAt("denied", { kind: "deny", reason: "no" })],
        interceptors: [
          {
            before: async ({ context }) => (context.callId === "synthetic" ? synthetic : CONTINUE),
          },
        ],
      },
    );
    expect(seen).toEqual([2]);
    expect(outcomes.map(({ context }) => context.callIndex)).toEqual([0, 1, 2]);
  });

  it("T4 has a context for a direct call", () => {
    expect(DIRECT_CALL).toEqual({ callId: "direct", batchId: "direct", callIndex: 0 });
  });

  it("T5 T6 T12 starts all calls at once, and records results in call order, not in that of finishing", async () => {
    const [second, third] = [deferred(), deferred()];
    const order: string[] = [];
    const batch = await runToolBatch("b", [
      call("a", async () => {
        await second.promise;
        return String(order.push("a"));
      }),
      call("b", async () => {
        await third.promise;
        order.push("b");
        second.settle();
        return "";
      }),
      call("c", () => {
        order.push("c");
        third.settle();
        return "";
      }),
    ]);
    expect(order).toEqual(["c", "b", "a"]);
    expect(batch.outcomes.map(({ context }) => context.callId)).toEqual(["a", "b", "c"]);
  });

  it("T6 lets a tool that needs order wait by itself, for an earlier and for a later call", async () => {
    const turns = [deferred(), deferred(), deferred()];
    const order: number[] = [];
    const inOrder = (index: number) =>
      call(String(index), async () => {
        if (index > 0) await turns[index - 1]?.promise;
        order.push(index);
        turns[index]?.settle();
        return "";
      });
    await runToolBatch("b", [2, 0, 1].map(inOrder));
    expect(order).toEqual([0, 1, 2]);
  });

  it("T13 does not cancel the siblings of a failing call", async () => {
    const fails = call("a", () => Promise.reject(new Error("broken")));
    const batch = await runToolBatch("b", [fails, call("b"), call("c")]);
    expect(batch.state).toBe("finished");
    expect(batch.outcomes.map(({ kind }) => kind)).toEqual(["failed", "done", "done"]);
    expect(batch.outcomes[0]?.result.isError).toBe(true);
    expect(told(batch)[0]).toContain("broken");
  });
});

describe("hooks and interceptors", () => {
  it("T7 asks all pre hooks in call order before any call runs", async () => {
    const order: string[] = [];
    const hook = (name: string): ToolHook => ({
      before: async ({ context }) => {
        await new Promise((done) => setTimeout(done, context.callIndex === 0 ? 5 : 0));
        order.push(`${name} ${context.callId}`);
        return CONTINUE;
      },
    });
    const calls = ["a", "b"].map((id) => call(id, () => String(order.push(`run ${id}`))));
    await runToolBatch("b", calls, { hooks: [hook("first"), hook("second")] });
    expect(order.slice(-2)).toEqual(["run a", "run b"]);
    expect(order.slice(0, -2)).toEqual(["first a", "second a", "first b", "second b"]);
  });

  it("T8 records a synthetic result without running the tool, and post hooks see it", async () => {
    const seen: string[] = [];
    const batch = await runToolBatch("b", [call("a"), call("b", () => "must not run")], {
      interceptors: [
        {
          before: async ({ context }) =>
            context.callId === "b" ? { kind: "synthetic", result: result("cached") } : CONTINUE,
        },
      ],
      hooks: [
        {
          after: async ({ context }, { content }) => {
            seen.push(`${context.callIndex} ${text({ content })}`);
            return CONTINUE;
          },
        },
      ],
    });
    expect(told(batch)).toEqual(["a done: a", "b synthetic: cached"]);
    expect(seen).toEqual(["0 a", "1 cached"]);
  });

  it.each([
    ["T9", "abort", "aborted"],
    ["T10", "pause", "paused"],
    ["T14", "cancel", "cancelled"],
  ] as const)(
    "%s T11 runs nothing on %s in a pre hook: the batch is %s, and each call has a paired skipped result",
    async (_, kind, state) => {
      const ran: string[] = [];
      const calls = ["a", "b", "c"].map((id) => call(id, () => String(ran.push(id))));
      const hooks = [hookAt("b", { kind, reason: "Not today." })];
      const batch = await runToolBatch("tool-batch-0", calls, { hooks });
      expect(batch).toMatchObject({ state, reason: "Not today." });
      expect(ran).toEqual([]);
      const skipped = (id: string) =>
        expect.stringMatching(new RegExp(`^${id} skipped: .*Not today`));
      expect(told(batch)).toEqual(["a", "b", "c"].map(skipped));
    },
  );

  it("T10 runs the calls of a paused batch on resume, under a new batch id", async () => {
    const seen: string[] = [];
    const calls = ["a", "b"].map((id) =>
      call(id, ({ batchId, callIndex }) => String(seen.push(`${batchId} ${callIndex}`))),
    );
    const hooks = [hookAt("a", { kind: "pause", reason: "Ask." })];
    await runToolBatch("tool-batch-0", calls, { hooks });
    expect(seen).toEqual([]);
    await runToolBatch("tool-batch-1", calls);
    expect(seen).toEqual(["tool-batch-1 0", "tool-batch-1 1"]);
  });

  it("T18 makes the result of a denied call an error, and runs the others", async () => {
    const hooks = [hookAt("a", { kind: "deny", reason: "Not this one." })];
    const batch = await runToolBatch("b", [call("a"), call("b")], { hooks });
    expect(batch.state).toBe("finished");
    expect(batch.outcomes[0]).toMatchObject({ kind: "denied", result: { isError: true } });
    expect(told(batch)).toEqual([expect.stringContaining("Not this one."), "b done: b"]);
  });

  it("T14 stops the batch on a signal, and no call runs", async () => {
    const ran: string[] = [];
    const calls = ["a", "b"].map((id) => call(id, () => String(ran.push(id))));
    const batch = await runToolBatch("b", calls, { signal: AbortSignal.abort() });
    expect(batch.state).toBe("cancelled");
    expect(batch.outcomes.map(({ kind }) => kind)).toEqual(["skipped", "skipped"]);
    expect(ran).toEqual([]);
  });

  it("T15 F3 caps a result after the post hooks, at a character boundary, and says how much was dropped", async () => {
    const lengths: number[] = [];
    const long = "é".repeat(OUTPUT_CAP);
    const after: ToolHook["after"] = async (_, { content }) => {
      lengths.push(text({ content }).length);
      return CONTINUE;
    };
    const calls = [call("a", () => `x${long}`)];
    const { outcomes } = await runToolBatch("b", calls, { hooks: [{ after }] });
    const [capped = ""] = outcomes.map((outcome) => text(outcome.result));
    expect(lengths).toEqual([OUTPUT_CAP + 1]);
    expect(capped).not.toContain("\uFFFD");
    const [kept = ""] = /^xé+/.exec(capped) ?? [];
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(OUTPUT_CAP);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(OUTPUT_CAP - 200);
    const dropped = 2 * OUTPUT_CAP + 1 - Buffer.byteLength(kept);
    expect(capped.slice(kept.length)).toContain(String(dropped));
  });
});
