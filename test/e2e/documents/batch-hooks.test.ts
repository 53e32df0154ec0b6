import { describe, expect, it } from "vitest";
import type { ToolCallEvent, ToolExecutionContext, ToolHook } from "../../../src/index.ts";
import { call, hookAt, told } from "./support/calls.ts";
import { deferred } from "./support/deferred.ts";
import { result } from "./support/handlers.ts";
import { sluice } from "./support/sluice.ts";

const { runToolBatch } = sluice;
const CONTINUE = { kind: "continue" } as const;

describe("hooks of the library", () => {
  it("T28 T18 get frozen copies of the call and of its result", async () => {
    const given = call("a");
    const events: unknown[] = [];
    const hook: ToolHook = {
      before: async (event) => {
        events.push(event, event.params, event.context, (event.params as { of: unknown }).of);
        return CONTINUE;
      },
      after: async (event, answer) => {
        events.push(event, answer, answer.content, answer.content[0]);
        return CONTINUE;
      },
    };
    const ranWith: ToolExecutionContext[] = [];
    const execute = async (context: ToolExecutionContext) => {
      ranWith.push(context);
      return result("own");
    };
    await runToolBatch("b", [{ ...given, execute }], { hooks: [hook] });
    expect(events.map((event) => Object.isFrozen(event))).toEqual(events.map(() => true));
    expect(events).not.toContain(given.params);
    expect(Object.isFrozen(given.params)).toBe(false);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "continue"],
    ["a record of another shape", { kind: "allow" }],
    ["a list", []],
  ])("T28 deny a call with the answer %s", async (_, answer) => {
    const ran: string[] = [];
    const calls = ["a", "b"].map((id) => call(id, () => String(ran.push(id))));
    const batch = await runToolBatch("b", calls, { hooks: [hookAt("a", answer)] });
    expect(batch.outcomes.map(({ kind }) => kind)).toEqual(["denied", "done"]);
    expect(ran).toEqual(["b"]);
  });

  it("T28 deny a call when they throw", async () => {
    const hook = { before: () => Promise.reject(new Error("broken hook")) };
    const batch = await runToolBatch("b", [call("a")], { hooks: [hook] });
    expect(told(batch)).toEqual([expect.stringMatching(/^a denied: .*broken hook/)]);
  });

  it("T30 get the execution context in every event, as interceptors do", async () => {
    const seen: string[] = [];
    const note =
      <T>(who: string, answer: T) =>
      async ({ context: { callId, batchId, callIndex } }: ToolCallEvent) => {
        seen.push(`${who} ${callId} ${batchId} ${callIndex}`);
        return answer;
      };
    const kept = result("kept");
    await runToolBatch("tool-batch-2", [call("a")], {
      hooks: [{ before: note("pre hook", CONTINUE), after: note("post hook", CONTINUE) }],
      interceptors: [
        { before: note("pre interceptor", CONTINUE), after: note("post interceptor", kept) },
      ],
    });
    const whos = ["pre interceptor", "pre hook", "post interceptor", "post hook"];
    expect([...seen].sort()).toEqual(whos.map((who) => `${who} a tool-batch-2 0`).sort());
  });
});

it("T29 settles an aborted batch although a call hangs, and records no late result", {
  timeout: 10_000,
}, async () => {
  const stop = new AbortController();
  const late = deferred<string>();
  const batch = runToolBatch("b", [call("hangs", () => late.promise), call("b")], {
    signal: stop.signal,
  });
  await new Promise((done) => setTimeout(done, 10));
  stop.abort();
  const settled = await Promise.race([
    batch,
    new Promise<null>((done) => setTimeout(done, 4000, null)),
  ]);
  late.settle("late");
  expect(settled?.state).toBe("cancelled");
  expect(settled?.outcomes.map(({ context }) => context.callId)).toEqual(["hangs", "b"]);
  expect(settled?.outcomes[0]?.result.isError).toBe(true);
  expect(JSON.stringify(settled)).not.toContain("late");
});
