import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type AgentToolResult, textOf, textResult } from "../../../src/model/tool.ts";
import { CancelledError } from "../../../src/model/tool-error.ts";
import {
  type BatchCall,
  type BatchOptions,
  type BatchResult,
  runToolBatch,
} from "../../../src/tools/batch/run-tool-batch.ts";
import { CONTINUE } from "../../../src/tools/batch/tool-hook.ts";

const call = (callId: string, execute: () => Promise<AgentToolResult>): BatchCall => ({
  callId,
  tool: "look",
  params: {},
  execute,
});
const quick = call("quick", async () => textResult("done"));
const never = new Promise<never>(() => undefined);
const hanging = call("hanging", () => never);

/** Aborts a batch once everything that does not wait has run. */
async function aborted(
  calls: readonly BatchCall[],
  options: BatchOptions = {},
): Promise<BatchResult> {
  const controller = new AbortController();
  const running = runToolBatch("b", calls, {
    signal: controller.signal,
    settleWithin: 5,
    ...options,
  });
  await new Promise(setImmediate);
  controller.abort();
  return running;
}

const kinds = ({ outcomes }: BatchResult) => outcomes.map(({ kind }) => kind);
const texts = ({ outcomes }: BatchResult) => outcomes.map(({ result }) => textOf(result));

describe("an aborted batch", () => {
  it("T29 settles though a call hangs: the call is interrupted, its siblings keep their results", async () => {
    const batch = await aborted([quick, hanging, quick]);
    expect(batch).toMatchObject({ state: "cancelled", reason: "The run was stopped." });
    expect(kinds(batch)).toEqual(["done", "failed", "done"]);
    const interruption = "Interrupted: the run was stopped before the call ended.";
    expect(texts(batch)).toEqual(["done", interruption, "done"]);
    const [, interrupted] = batch.outcomes;
    expect(interrupted).toMatchObject({ result: { isError: true }, context: { callIndex: 1 } });
    expect(interrupted?.kind === "failed" && interrupted.error).toBeInstanceOf(CancelledError);
  });

  it("T29 settles within a second by default", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const running = runToolBatch("b", [hanging], { signal: controller.signal });
    await new Promise(setImmediate);
    controller.abort();
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(0);
    expect(kinds(await running)).toEqual(["failed"]);
  });

  it("T29 drops late results and late errors", async () => {
    let end: (result: AgentToolResult) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const batch = await aborted([
      call("late", () => new Promise((resolve) => (end = resolve))),
      call("later", () => new Promise((_, reject) => (fail = reject))),
    ]);
    const before = structuredClone(texts(batch));
    end(textResult("late"));
    fail(new Error("later")); // Which would end the process, if nobody handled it.
    await new Promise(setImmediate);
    expect(texts(batch)).toEqual(before);
    expect(kinds(batch)).toEqual(["failed", "failed"]);
  });

  it("T29 takes the own end of a call that heeds the signal", async () => {
    const heeding = call("heeding", async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return textResult("stopped by itself");
    });
    // Longer than a timer of Node can wait, which would end it at once.
    const batch = await aborted([heeding], { settleWithin: 3e9 });
    expect(batch.state).toBe("finished");
    expect(texts(batch)).toEqual(["stopped by itself"]);
  });

  it("T29 T11 runs nothing where a hook or an interceptor hangs before the calls", async () => {
    let ran = 0;
    const counted = call("a", async () => textResult(String(++ran)));
    const listener = { before: () => never };
    for (const options of [{ hooks: [listener] }, { interceptors: [listener] }]) {
      const batch = await aborted([counted, counted], options);
      expect(batch).toMatchObject({ state: "cancelled", items: [] });
      expect(kinds(batch)).toEqual(["skipped", "skipped"]);
    }
    expect(ran).toBe(0);
  });

  it("T29 T9 counts nothing where a hook or an interceptor hangs after the calls", async () => {
    const listener = { after: () => never };
    for (const options of [{ hooks: [listener] }, { interceptors: [listener] }]) {
      const batch = await aborted([quick, quick], options);
      expect(batch.state).toBe("cancelled");
      expect(kinds(batch)).toEqual(["denied", "denied"]);
      expect(batch.outcomes[1]).toMatchObject({ inner: { kind: "done" } });
    }
  });

  it("T29 T14 asks nobody and runs nothing where the signal had fired before the start", async () => {
    const told: string[] = [];
    const note = (what: string) => {
      told.push(what);
      return CONTINUE;
    };
    const batch = await runToolBatch(
      "b",
      [hanging, call("a", async () => textResult(`${told.push("ran")}`))],
      {
        signal: AbortSignal.abort(),
        hooks: [{ before: () => note("hook") }],
        interceptors: [{ before: () => note("interceptor") }],
      },
    );
    expect(told).toEqual([]);
    expect(batch).toMatchObject({ state: "cancelled", reason: "The run was stopped." });
    expect(texts(batch)).toEqual([
      "Skipped: The run was stopped.",
      "Skipped: The run was stopped.",
    ]);
  });

  it("T29 stops before the next call where a hook itself fires the signal", async () => {
    const controller = new AbortController();
    const asked: string[] = [];
    const batch = await runToolBatch("b", [quick, hanging], {
      signal: controller.signal,
      hooks: [
        {
          before({ context }) {
            asked.push(context.callId);
            controller.abort();
            return CONTINUE;
          },
        },
      ],
    });
    expect(asked).toEqual(["quick"]);
    expect(kinds(batch)).toEqual(["skipped", "skipped"]);
  });

  it("T13 takes a call that gives no result for one that failed", async () => {
    const bad = call("bad", async () => undefined as unknown as AgentToolResult); // As foreign code may.
    const batch = await runToolBatch("b", [bad, quick]);
    expect(kinds(batch)).toEqual(["failed", "done"]);
    expect(texts(batch)[0]).toBe("The tool gave no valid result.");
  });

  it("T13 reads a result once, and never rejects where reading it throws", async () => {
    for (const times of [0, 1, 2, 3]) {
      let reads = 0;
      const moody = {
        get content() {
          if (reads === times) throw new Error("from a getter");
          reads += 1;
          return [{ type: "text" as const, text: "x" }];
        },
      };
      const batch = await runToolBatch("b", [call("moody", async () => moody), quick]);
      expect(kinds(batch)).toEqual([times === 0 ? "failed" : "done", "done"]);
    }
  });
});
