import { describe, expect, it } from "vitest";
import { type ToolExecutionContext, textOf, textResult } from "../../src/model/tool.ts";
import { runToolBatch } from "../../src/tools/run-tool-batch.ts";

const call = (callId: string, act: (context: ToolExecutionContext) => Promise<string>) => ({
  callId,
  execute: async (context: ToolExecutionContext) => textResult(await act(context)),
});

describe("runToolBatch", () => {
  it("T1 T2 gives every call its id, the batch's id, and its place from 0", async () => {
    const seen: ToolExecutionContext[] = [];
    const note = async (context: ToolExecutionContext) => {
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
    const outcomes = await runToolBatch("b", [
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
    expect(
      outcomes.map((outcome) => (outcome.kind === "done" ? textOf(outcome.result) : "")),
    ).toEqual(["1", "2"]);
  });

  it("T13 does not let a failing call stop its siblings", async () => {
    const error = new Error("no");
    const outcomes = await runToolBatch("b", [
      call("a", () => Promise.reject(error)),
      call("b", async () => "fine"),
    ]);
    expect(outcomes).toMatchObject([{ kind: "failed", error }, { kind: "done" }]);
  });
});
