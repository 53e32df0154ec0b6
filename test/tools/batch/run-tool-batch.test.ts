import { describe, expect, it } from "vitest";
import { type ToolExecutionContext, textOf, textResult } from "../../../src/model/tool.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import {
  type BatchCall,
  type BatchResult,
  runToolBatch,
} from "../../../src/tools/batch/run-tool-batch.ts";
import { CONTINUE, type HookAnswer, type ToolHook } from "../../../src/tools/batch/tool-hook.ts";
import { FileQueue } from "../../../src/tools/changes/file-queue.ts";
import { tempTree } from "../../support/temp-tree.ts";

type Act = (context: ToolExecutionContext) => Promise<string>;

const call = (callId: string, act: Act = async () => callId): BatchCall => ({
  callId,
  tool: `tool-${callId}`,
  params: { of: callId },
  execute: async (context) => textResult(await act(context)),
});

const kinds = ({ outcomes }: BatchResult) => outcomes.map(({ kind }) => kind);
const texts = ({ outcomes }: BatchResult) => outcomes.map(({ result }) => textOf(result));

/** A hook that gives this answer before the call with that id, and notes its events. */
function hookAt(callId: string, answer: HookAnswer, told: string[] = []): ToolHook {
  return {
    before: async ({ context }) => {
      told.push(`before ${context.callId}`);
      return context.callId === callId ? answer : CONTINUE;
    },
    after: async ({ context }, result) => {
      told.push(`after ${context.callId}: ${textOf(result)}`);
      return CONTINUE;
    },
  };
}

describe("runToolBatch", () => {
  it("T34 gives a tool a context that it cannot change", async () => {
    const change: Act = async (context) => {
      expect(() => Object.assign(context, { callIndex: 7, callId: "other" })).toThrow(TypeError);
      return "";
    };
    const { outcomes } = await runToolBatch("tool-batch-7", [call("a", change)]);
    expect(outcomes[0]?.context).toEqual({ callId: "a", batchId: "tool-batch-7", callIndex: 0 });
  });

  it("T1 T2 gives every call its id, the batch's id, and its place from 0", async () => {
    const seen: ToolExecutionContext[] = [];
    const note: Act = async (context) => {
      seen.push(context);
      return "";
    };
    await runToolBatch("tool-batch-7", [call("a", note), call("b", note)]);
    expect(seen).toEqual([
      { callId: "a", batchId: "tool-batch-7", callIndex: 0 },
      { callId: "b", batchId: "tool-batch-7", callIndex: 1 },
    ]);
  });

  it("T5 T12 runs calls at the same time and answers in call order, whatever finishes first", async () => {
    const order: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      release = done;
    });
    const batch = await runToolBatch("b", [
      call("waits for the second", async () => {
        await gate;
        order.push("first");
        return "1";
      }),
      call("frees the first", async () => {
        order.push("second");
        release();
        return "2";
      }),
    ]);
    expect(order).toEqual(["second", "first"]);
    expect(texts(batch)).toEqual(["1", "2"]);
  });

  it("T6 starts every call at once, in call order: one that needs an order waits by itself", async () => {
    const started: string[] = [];
    let running = 0;
    let most = 0;
    const work: Act = async ({ callId }) => {
      started.push(callId);
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 20));
      running -= 1;
      return "";
    };
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    await runToolBatch(
      "b",
      ids.map((id) => call(id, work)),
    );
    expect({ started, most }).toEqual({ started: ids, most: 20 });
  });

  it("T13 does not let a failing call stop its siblings", async () => {
    const error = new ToolError("no");
    const batch = await runToolBatch("b", [
      call("a", () => Promise.reject(error)),
      call("b", async () => "fine"),
    ]);
    expect(batch.outcomes).toMatchObject([
      { kind: "failed", error, result: { isError: true } },
      { kind: "done" },
    ]);
    expect(texts(batch)).toEqual(["no", "fine"]);
  });

  it("T7 asks all hooks, in call order, before any call runs", async () => {
    const told: string[] = [];
    const act: Act = async ({ callId }) => {
      told.push(`run ${callId}`);
      return "";
    };
    const slow: ToolHook = {
      before: async ({ context }) => {
        await new Promise((done) => setTimeout(done, context.callIndex === 0 ? 20 : 0));
        told.push(`slow ${context.callId}`);
        return CONTINUE;
      },
    };
    await runToolBatch("b", [call("x", act), call("y", act)], {
      hooks: [slow, hookAt("", CONTINUE, told)],
    });
    expect(told).toEqual([
      ...["slow x", "before x", "slow y", "before y"],
      ...["run x", "run y", "after x: ", "after y: "],
    ]);
  });

  it("T8 T2 records a synthetic result without running the tool; hooks see it, and its index stays", async () => {
    const told: string[] = [];
    let ran = 0;
    const count: Act = async () => {
      ran += 1;
      return String(ran);
    };
    const batch = await runToolBatch("b", [call("a", count), call("s", count), call("c", count)], {
      interceptors: [
        {
          before: async ({ context }) =>
            context.callId === "s"
              ? { kind: "synthetic", result: textResult("made up") }
              : CONTINUE,
        },
      ],
      hooks: [hookAt("", CONTINUE, told)],
    });
    expect(kinds(batch)).toEqual(["done", "synthetic", "done"]);
    expect(batch.outcomes.map(({ context }) => context.callIndex)).toEqual([0, 1, 2]);
    expect({ ran, told: told.slice(3) }).toEqual({
      ran: 2,
      told: ["after a: 1", "after s: made up", "after c: 2"],
    });
  });

  it.each([
    ["T9", "abort", "aborted"],
    ["T10", "pause", "paused"],
    ["T14", "cancel", "cancelled"],
  ] as const)(
    "%s T11 runs nothing of the batch where a hook says %s, and pairs every call with a skipped result",
    async (_id, kind, state) => {
      let ran = 0;
      const count: Act = async () => {
        ran += 1;
        return String(ran);
      };
      const batch = await runToolBatch("b", [call("a", count), call("b", count)], {
        hooks: [hookAt("b", { kind, reason: "Not on Fridays." })],
      });
      expect(batch).toMatchObject({ state, reason: "Not on Fridays." });
      expect({ ran, kinds: kinds(batch), texts: texts(batch) }).toEqual({
        ran: 0,
        kinds: ["skipped", "skipped"],
        texts: ["Skipped: Not on Fridays.", "Skipped: Not on Fridays."],
      });
      expect(batch.outcomes.every(({ result }) => result.isError)).toBe(true);
    },
  );

  it("T10 runs a paused batch on resume, under a new batch id", async () => {
    const seen: string[] = [];
    const calls = [call("a", async ({ batchId }) => `${seen.push(batchId)}`)];
    let isPaused = true;
    const hooks: ToolHook[] = [
      { before: async () => (isPaused ? { kind: "pause", reason: "Wait." } : CONTINUE) },
    ];
    await runToolBatch("tool-batch-0", calls, { hooks });
    isPaused = false;
    expect((await runToolBatch("tool-batch-1", calls, { hooks })).state).toBe("finished");
    expect(seen).toEqual(["tool-batch-1"]);
  });

  it("T14 runs nothing once the run was stopped", async () => {
    const batch = await runToolBatch("b", [call("a")], { signal: AbortSignal.abort() });
    expect(batch.state).toBe("cancelled");
    expect(kinds(batch)).toEqual(["skipped"]);
  });

  it("T18 answers a denied call with an error, and runs its siblings", async () => {
    const batch = await runToolBatch("b", [call("a"), call("b")], {
      hooks: [hookAt("a", { kind: "deny", reason: "Not this one." })],
    });
    expect(kinds(batch)).toEqual(["denied", "done"]);
    expect(batch.outcomes[0]?.result).toMatchObject({ isError: true });
    expect(texts(batch)).toEqual(["Denied: Not this one.", "b"]);
  });

  it("T18 lets a hook refuse a result, and end the batch after it", async () => {
    const refusing = (kind: "deny" | "abort"): ToolHook => ({
      after: async ({ context }) =>
        context.callId === "a" ? { kind, reason: "It lies." } : CONTINUE,
    });
    const denied = await runToolBatch("b", [call("a"), call("b")], { hooks: [refusing("deny")] });
    expect({ state: denied.state, kinds: kinds(denied) }).toEqual({
      state: "finished",
      kinds: ["denied", "done"],
    });
    const aborted = await runToolBatch("b", [call("a")], { hooks: [refusing("abort")] });
    expect(aborted).toMatchObject({ state: "aborted", reason: "It lies." });
  });

  it("T9 counts nothing of a batch that a hook aborts after the calls, and keeps what they had come to", async () => {
    const aborting: ToolHook = {
      after: async ({ context }) =>
        context.callId === "b" ? { kind: "abort", reason: "Enough." } : CONTINUE,
    };
    const batch = await runToolBatch("b", [call("a"), call("b"), call("c")], { hooks: [aborting] });
    expect({ state: batch.state, kinds: kinds(batch) }).toEqual({
      state: "aborted",
      kinds: ["denied", "denied", "denied"],
    });
    expect(batch.outcomes[2]).toMatchObject({ inner: { kind: "done" } });
  });

  it("T18 takes a hook that throws for one that says no, and keeps the results of the others", async () => {
    const broken: ToolHook = {
      before: async ({ context }) => {
        if (context.callId === "a") throw new Error("before");
        return CONTINUE;
      },
      after: async ({ context }) => {
        if (context.callId === "b") throw new Error("after");
        return CONTINUE;
      },
    };
    const batch = await runToolBatch("b", [call("a"), call("b"), call("c")], { hooks: [broken] });
    expect(texts(batch)).toEqual([
      "Denied: A hook failed: before",
      "Denied: A hook failed: after",
      "c",
    ]);
  });

  it("T15 caps a result after the hooks saw all of it, at a character, and says how much was dropped", async () => {
    const told: string[] = [];
    const text = "ä".repeat(9000); // 18,000 bytes
    const batch = await runToolBatch("b", [call("a", async () => text)], {
      hooks: [hookAt("", CONTINUE, told)],
      maxOutputBytes: 16_383,
    });
    expect(told[1]).toBe(`after a: ${text}`);
    expect(texts(batch)).toEqual([
      `${"ä".repeat(8191)}\n[...truncated, ${18_000 - 16_382} bytes dropped]`,
    ]);
  });

  it("T15 leaves a result that its tool has cut at the cap as it is", async () => {
    const end = "[...truncated, 5000 bytes total — use read_file for the rest]";
    const text = `${"a".repeat(100)}\n${end}`;
    const cap = async (answer: string, maxOutputBytes: number) =>
      texts(await runToolBatch("b", [call("a", async () => answer)], { maxOutputBytes }));
    expect(await cap(text, 100)).toEqual([text]);
    const overlong = `${"a".repeat(100)}\n[The rest of line 7 cannot be read.]\n${end}`;
    expect(await cap(overlong, 100)).toEqual([overlong]);
    for (const answer of [text, overlong])
      expect(await cap(answer, 99)).toEqual([`${"a".repeat(99)}\n[...truncated, 1 bytes dropped]`]);
  });

  it("T16 holds no lock in a hook: a file is free for the next call, whatever hook ended a batch on it", async () => {
    const files = new FileQueue(tempTree({ "a.ts": "" }));
    const work = call("a", () => files.run("a.ts", async () => "done"));
    const abort = { kind: "abort", reason: "No." } as const;
    const ends: readonly ToolHook[] = [{ before: async () => abort }, { after: async () => abort }];
    for (const hook of ends) {
      const ended = await runToolBatch("b", [work], { hooks: [hook] });
      expect(ended.state).toBe("aborted");
      expect(texts(await runToolBatch("c", [work]))).toEqual(["done"]);
    }
  });

  it("T16 T17 asks hooks while no call holds a file: one may work on the file itself", async () => {
    const files = new FileQueue(tempTree({ "a.ts": "" }));
    const order: string[] = [];
    const on = (what: string) => files.run("a.ts", async () => `${order.push(what)}`);
    const hook: ToolHook = {
      before: async () => ({ ...CONTINUE, at: await on("before") }),
      after: async () => ({ ...CONTINUE, at: await on("after") }),
    };
    await runToolBatch("b", [call("a", () => on("a")), call("b", () => on("b"))], {
      hooks: [hook],
    });
    expect(order).toEqual(["before", "before", "a", "b", "after", "after"]);
  });
});
