import { describe, expect, it } from "vitest";
import type { ConversationItem } from "../../../src/model/conversation.ts";
import { type AgentToolResult, textOf, textResult } from "../../../src/model/tool.ts";
import { type BatchOptions, runToolBatch } from "../../../src/tools/batch/run-tool-batch.ts";
import {
  CONTINUE,
  type ToolCallEvent,
  type ToolHook,
  type ToolInterceptor,
} from "../../../src/tools/batch/tool-hook.ts";

/** Runs one call with these listeners; `got` are the parameters that its tool had at the end. */
async function runOne(
  options: BatchOptions,
  {
    params = { paths: ["a.ts"], deep: { n: 1 } },
    result = textResult("done", { n: [1] }),
  }: { readonly params?: unknown; readonly result?: AgentToolResult } = {},
) {
  const call = { callId: "call_1", tool: "look", params, execute: async () => result };
  const batch = await runToolBatch("tool-batch-3", [call], options);
  const [outcome] = batch.outcomes;
  return { batch, outcome, params, text: outcome && textOf(outcome.result) };
}

/** A listener as foreign code may be: its answers are not checked by the compiler. */
const foreign = <Listener extends ToolHook | ToolInterceptor>(
  listener: {
    readonly [Moment in keyof Listener]?: (...given: never[]) => unknown;
  },
) => listener as Listener; // As JavaScript would pass it.

const throwing = {
  get kind() {
    throw new Error("from a getter");
  },
};

/** Answers that are none, by what is wrong with them. */
const WRONG: readonly (readonly [string, () => unknown])[] = [
  ['it gave no answer; its answers are `{ kind: "continue" }`, or `deny`', () => undefined],
  ["it gave `null`, which is none of its answers", () => null],
  ["it gave a string", () => "continue"],
  ["it gave a boolean", () => true],
  ["it gave a list", () => []],
  ["it gave an answer of the kind `undefined`", () => ({})],
  ["it gave an answer of the kind `undefined`", () => ({ decision: "continue" })],
  ["it gave an answer of the kind `maybe`", () => ({ kind: "maybe" })],
  ["it answered `deny` without a reason", () => ({ kind: "deny" })],
  ["it answered `abort` without a reason", () => ({ kind: "abort", reason: " " })],
  ["it answered `pause` without a reason", () => ({ kind: "pause", reason: 7 })],
  ["from a getter", () => throwing],
];

describe("a hook or an interceptor of a batch", () => {
  it.each(WRONG)("T28 denies a call with an answer that is none: %s", async (why, give) => {
    for (const options of [
      { hooks: [foreign<ToolHook>({ before: give })] },
      { hooks: [foreign<ToolHook>({ before: async () => give() })] },
      { interceptors: [foreign<ToolInterceptor>({ before: give })] },
    ]) {
      const { batch, outcome, text } = await runOne(options);
      expect([batch.state, outcome?.kind]).toEqual(["finished", "denied"]);
      expect(text).toMatch(/^Denied: An? (hook|interceptor) failed: /);
      expect(text).toContain(why);
    }
  });

  it.each(WRONG)("T28 denies a result with an answer that is none: %s", async (why, give) => {
    const { outcome, text } = await runOne({ hooks: [foreign<ToolHook>({ after: give })] });
    expect(outcome).toMatchObject({ kind: "denied", inner: { kind: "done" } });
    expect(text).toContain(why);
  });

  it.each([undefined, null, {}, { content: "x" }, { content: [{ type: "text" }] }])(
    "T28 denies a result where an interceptor gives %o instead",
    async (result) => {
      const interceptors = [foreign<ToolInterceptor>({ after: () => result })];
      const { outcome, text } = await runOne({ interceptors });
      expect(outcome?.kind).toBe("denied");
      expect(text).toContain("An interceptor failed: it gave no valid result, which has `content`");
    },
  );

  it.each([
    { kind: "synthetic" },
    { kind: "synthetic", result: { content: 7 } },
    { kind: "continue-with" },
    { kind: "continue-with", items: [{ role: "robot", text: "x" }] },
  ])("T28 T8 denies where an interceptor answers %j", async (answer) => {
    const interceptors = [foreign<ToolInterceptor>({ before: () => answer })];
    expect((await runOne({ interceptors })).outcome?.kind).toBe("denied");
  });

  it("T28 denies where it is no function, or cannot be read", async () => {
    const unreadable = {
      get before() {
        throw new Error("no");
      },
    };
    for (const hook of [{ before: 7 }, unreadable]) {
      const { outcome } = await runOne({ hooks: [hook as unknown as ToolHook] }); // As foreign code may pass it.
      expect(outcome?.kind).toBe("denied");
    }
  });

  it.each([() => ({ kind: "continue" }), {}, null, 7, "deny"])(
    "T28 denies where a listener has no method that could be asked: %o",
    async (listener) => {
      for (const options of [
        { hooks: [listener as unknown as ToolHook] }, // As foreign code may pass it.
        { interceptors: [listener as unknown as ToolInterceptor] },
        { hooks: listener as unknown as readonly ToolHook[] },
      ]) {
        const { outcome, text } = await runOne(options);
        expect(outcome?.kind).toBe("denied");
        expect(text).toContain("it has neither a function `before` nor a function `after`");
      }
      const empty = { before: null, after: () => CONTINUE } as unknown as ToolHook;
      expect((await runOne({ hooks: [empty] })).outcome?.kind).toBe("denied");
    },
  );

  it("T28 denies a call whose parameters cannot be copied for it", async () => {
    const { text } = await runOne({ hooks: [{ before: () => CONTINUE }] }, { params: () => 1 });
    expect(text).toContain("could not be cloned");
    expect((await runOne({ hooks: [] }, { params: () => 1 })).outcome?.kind).toBe("done");
  });

  it("T18 T28 gets frozen deep copies: it changes neither call nor result, nor what the next one sees", async () => {
    const refusals: string[] = [];
    const attempt = (change: () => void) => {
      try {
        change();
        refusals.push("changed");
      } catch (error) {
        refusals.push(error instanceof TypeError ? "frozen" : "other");
      }
    };
    const meddle = (event: ToolCallEvent, result?: AgentToolResult) => {
      attempt(() => Object.assign(event, { tool: "other" }));
      attempt(() => Object.assign(event.context, { callIndex: 9 }));
      attempt(() => Object.assign(event.params as object, { paths: [] }));
      attempt(() => (event.params as { paths: string[] }).paths.push("b.ts"));
      attempt(() => Object.assign((event.params as { deep: object }).deep, { n: 2 }));
      if (result) attempt(() => Object.assign(result.content[0] ?? {}, { text: "forged" }));
      if (result) attempt(() => (result.details as { n: number[] }).n.push(2));
    };
    const seen: unknown[] = [];
    const { outcome, params } = await runOne({
      interceptors: [
        {
          before(event) {
            meddle(event);
            return CONTINUE;
          },
        },
      ],
      hooks: [
        {
          before(event) {
            meddle(event);
            return CONTINUE;
          },
          after(event, result) {
            meddle(event, result);
            seen.push([event, result]);
            return CONTINUE;
          },
        },
      ],
    });
    expect(new Set(refusals)).toEqual(new Set(["frozen"]));
    expect(refusals).toHaveLength(17);
    expect(params).toEqual({ paths: ["a.ts"], deep: { n: 1 } });
    expect(Object.isFrozen(params)).toBe(false);
    expect(outcome).toMatchObject({ kind: "done", result: textResult("done", { n: [1] }) });
    const context = { callId: "call_1", batchId: "tool-batch-3", callIndex: 0 };
    expect(seen).toEqual([[{ tool: "look", params, context }, textResult("done", { n: [1] })]]);
  });

  it("T28 gets a result whose details cannot be copied without them", async () => {
    const seen: unknown[] = [];
    const after = (_: ToolCallEvent, result: AgentToolResult) => {
      seen.push(result);
      return CONTINUE;
    };
    const details = { act: () => 1 };
    const result = textResult("done", details);
    const { outcome } = await runOne({ hooks: [{ after }] }, { result });
    expect(seen).toEqual([textResult("done")]);
    expect(outcome?.result).toEqual(result);
    expect(outcome?.result.details).toBe(details);
  });

  it("T30 T1 is told of the execution context, before and after", async () => {
    const told: unknown[] = [];
    const listener = {
      before({ context }: ToolCallEvent) {
        told.push(context);
        return CONTINUE;
      },
    };
    const after = ({ context }: ToolCallEvent, result: AgentToolResult) => {
      told.push(context);
      return result;
    };
    await runOne({
      interceptors: [{ ...listener, after }],
      hooks: [{ ...listener, after: (event) => listener.before(event) }],
    });
    const context = { callId: "call_1", batchId: "tool-batch-3", callIndex: 0 };
    expect(told).toEqual([context, context, context, context]);
  });
});

describe("an interceptor of a batch", () => {
  const note = (text: string): ConversationItem => ({ role: "system", text });
  const adding = (text: string): ToolInterceptor => ({
    before: ({ context }) => ({
      kind: "continue-with",
      items: [note(`${text} ${context.callIndex}`)],
    }),
  });
  const calls = ["a", "b"].map((callId) => ({
    ...{ callId, tool: "look", params: {} },
    execute: async () => textResult(callId),
  }));

  it("T18 adds messages behind the results, in call order; a hook cannot", async () => {
    const interceptors = [adding("first"), adding("second")];
    const batch = await runToolBatch("b", calls, { interceptors });
    expect(batch.state).toBe("finished");
    expect(batch.items).toEqual(["first 0", "second 0", "first 1", "second 1"].map(note));
    const hook = foreign<ToolHook>({ before: () => ({ kind: "continue-with", items: [] }) });
    const denied = await runToolBatch("b", calls, { hooks: [hook] });
    expect(denied.outcomes.map(({ kind }) => kind)).toEqual(["denied", "denied"]);
  });

  it("T18 adds nothing for a call that is denied, or to a batch that is stopped", async () => {
    const interceptors = [adding("note")];
    const at0 = (kind: "deny" | "abort"): ToolHook => ({
      before: ({ context }) => (context.callIndex === 0 ? { kind, reason: "No." } : CONTINUE),
    });
    const denied = await runToolBatch("b", calls, { interceptors, hooks: [at0("deny")] });
    expect(denied.items).toEqual([note("note 1")]);
    const aborted = await runToolBatch("b", calls, { interceptors, hooks: [at0("abort")] });
    expect(aborted.items).toEqual([]);
  });

  it("T18 changes a result, which hooks then see", async () => {
    const seen: string[] = [];
    const batch = await runToolBatch("b", calls.slice(0, 1), {
      interceptors: [{ after: (_, result) => ({ ...result, ...textResult("changed") }) }],
      hooks: [
        {
          after(_, result) {
            seen.push(textOf(result));
            return CONTINUE;
          },
        },
      ],
    });
    expect(seen).toEqual(["changed"]);
    expect(batch.outcomes.map(({ result }) => textOf(result))).toEqual(["changed"]);
  });
});
