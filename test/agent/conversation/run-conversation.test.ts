import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/agent/conversation/conversation.ts";
import type { TurnResults } from "../../../src/agent/conversation/conversation-host.ts";
import { ModelError } from "../../../src/agent/model/model-port.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";
import { CancelledError } from "../../../src/model/tool-error.ts";
import { call, calls, converse, DONE, resolving, rolesOf } from "./builders.ts";

/** A port that never answers and ignores its signal. */
const HANGING = () => new Promise<never>(() => undefined);

const ok = (...texts: readonly string[]): TurnResults => ({
  results: texts.map((text) => ({ text })),
  messages: [],
  isStopped: false,
});

describe("the turns of a conversation", () => {
  it("ends with what the model says without a call, and has each turn", async () => {
    const { result, items } = await converse([
      { ...calls("read_file", "read_file"), text: "I look." },
      { ...DONE, attempts: 3 },
    ]);
    const turns = [
      { turn: 1, calls: 2, attempts: 1, inputTokens: 10, outputTokens: 5 },
      { turn: 2, calls: 0, attempts: 3, inputTokens: 10, outputTokens: 5 },
    ];
    expect(result).toEqual({ outcome: "done", turns });
    expect(rolesOf(items)).toEqual([
      "user",
      "assistant",
      "tool-call",
      "tool-call",
      "tool-result",
      "tool-result",
      "assistant",
    ]);
  });

  it("asks with all that was said, the tools of that moment and the instructions", async () => {
    const { requests } = await converse([calls("read_file")], {
      offered: (turn) => (turn === 1 ? ["read_file"] : ["read_file", "resolve"]),
      maxOutputTokens: 100,
    });
    expect(
      requests.map(({ items, tools, instructions, maxOutputTokens }) => [
        items.length,
        tools.map(({ name }) => name),
        instructions,
        maxOutputTokens,
      ]),
    ).toEqual([
      [1, ["read_file"], "You edit.", 100],
      [3, ["read_file", "resolve"], "You edit.", 100],
    ]);
  });

  it("T2 T12 gives calls ids of its own, and appends results in call order and messages behind them", async () => {
    const { items, batches } = await converse([calls("read_file", "ast_edit")], {
      results: async () => ({
        ...ok("first", "second"),
        messages: [{ role: "system", tag: "decision", text: "Applied." }],
      }),
    });
    expect(
      batches.map(({ batchId, calls }) => [batchId, calls.map(({ callId }) => callId)]),
    ).toEqual([["tool-batch-1", ["tool-batch-1-0", "tool-batch-1-1"]]]);
    expect(items.slice(3, 6)).toEqual([
      { role: "tool-result", callId: "tool-batch-1-0", tool: "read_file", text: "first" },
      { role: "tool-result", callId: "tool-batch-1-1", tool: "ast_edit", text: "second" },
      { role: "system", tag: "decision", text: "Applied." },
    ]);
  });

  it("appends calls before they run: a crash leaves them without a result, and is no outcome", async () => {
    const told: ConversationItem[] = [];
    const running = converse([calls("read_file")], {
      conversation: new Conversation({ onItem: (item) => told.push(item) }),
      results: async () => {
        throw new TypeError("a fault of ours");
      },
    });
    await expect(running).rejects.toThrow(TypeError);
    expect(rolesOf(told)).toEqual(["tool-call"]);
  });

  it("takes secrets out of items, the output and the message", async () => {
    const redact = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value).replaceAll("sk-1", "[key]"));
    const done = await converse([{ text: '{"a":"sk-1"}' }], {
      conversation: new Conversation({ redact }),
      response: { schema: {} },
    });
    const failed = await converse([new ModelError("refused", "sk-1 is no key.")], {
      conversation: new Conversation({ redact }),
    });
    expect(done.result).toMatchObject({ output: { a: "[key]" } });
    expect(failed.result.message).toMatch(/^\[key\] is no key\./);
    expect(JSON.stringify([done.items, done.result, failed.result])).not.toContain("sk-1");
  });
});

describe("what goes wrong with a model", () => {
  it("fails with what the port says, and how far it came", async () => {
    const { result } = await converse([
      calls("read_file"),
      new ModelError("unavailable", "http://127.0.0.1:1 cannot be reached."),
    ]);
    expect(result).toMatchObject({
      outcome: "failed",
      message:
        "http://127.0.0.1:1 cannot be reached. The conversation ended after 1 turn and 15 tokens.",
    });
  });

  it("rethrows what is a fault of ours", async () => {
    await expect(converse([new TypeError("ours")])).rejects.toThrow("ours");
  });

  it("fails after 5 turns in a row in which every call was an error, and names the last one, bounded", async () => {
    const wrong = calls("nope", "nope");
    const error = { text: `wrong ${"x".repeat(5000)}`, isError: true };
    const results = async (_batch: string, { length }: { readonly length: number }) =>
      length === 2 ? { ...ok(), results: [error, error] } : ok("fine");
    const { result } = await converse(
      [wrong, wrong, wrong, wrong, calls("ast_edit"), wrong, wrong, wrong, wrong, wrong],
      { results },
    );
    expect([result.outcome, result.turns.length]).toEqual(["failed", 10]);
    expect(result.message).toMatch(
      /^Every call of the model failed, 5 turns in a row\. .*: wrong xxx/,
    );
    expect(result.message?.length).toBeLessThan(700);
  });

  it("T2 runs none of more than 100 calls in one answer, and all of 100", async () => {
    const many = (count: number) => ({
      calls: Array.from({ length: count }, () => call("read_file")),
    });
    const { result, batches, items } = await converse([many(101), many(100)]);
    expect([result.outcome, batches.map(({ calls }) => calls.length)]).toEqual(["done", [100]]);
    const results = items.filter((item) => item.role === "tool-result" && item.isError);
    expect(results.length).toBe(101);
    expect(results[0]).toMatchObject({
      callId: "tool-batch-1-0",
      text: "Not executed: one answer may have 100 calls, and this one has 101. Make fewer calls at once.",
    });
  });

  it("keeps 101 of 5000 calls of one answer, and tells how many there were", async () => {
    const many = Array.from({ length: 5000 }, () => call("read_file"));
    const { result, batches, items } = await converse([{ text: "All.", calls: many }]);
    expect([result.outcome, result.turns[0]?.calls, batches]).toEqual(["done", 5000, []]);
    expect(rolesOf(items)).toEqual([
      ...["user", "assistant"],
      ...Array.from({ length: 101 }, () => "tool-call"),
      ...Array.from({ length: 101 }, () => "tool-result"),
      "assistant",
    ]);
    const last = items.findLast(({ role }) => role === "tool-result");
    expect(last).toMatchObject({
      text: expect.stringContaining("and this one has 5000."),
      isError: true,
    });
  });

  it.each([
    [
      "1 MiB of JSON",
      { a: "x".repeat(1024 * 1024) },
      "The parameters are larger than 1048576 bytes.",
    ],
    [
      "a list nested 100,000 deep",
      JSON.parse("[".repeat(100_000) + "]".repeat(100_000)),
      "The parameters are nested deeper than 64 levels.",
    ],
  ])(
    "answers %s as parameters with an error result, and keeps none of it",
    async (_what, params, text) => {
      const { result, items, batches } = await converse([{ calls: [call("read_file", params)] }]);
      expect(result.outcome).toBe("done");
      expect(batches[0]?.calls[0]).toMatchObject({ params: "[left out]", fault: text });
      expect(items.slice(1, 3)).toMatchObject([{ params: "[left out]" }, { text, isError: true }]);
    },
  );

  it("hands what the port could not read on as the fault of the call", async () => {
    const { items } = await converse([
      { calls: [{ tool: "read_file", params: "{oops", fault: "The parameters are no JSON." }] },
    ]);
    expect(items.slice(1, 3)).toMatchObject([
      { params: "{oops" },
      { text: "The parameters are no JSON.", isError: true },
    ]);
  });

  it("asks again for an answer that was cut, 3 times", async () => {
    const cut = { text: "I have", isCut: true };
    const fine = await converse([cut, cut, cut]);
    expect(fine.result).toMatchObject({ outcome: "done" });
    expect(fine.items[2]).toEqual({
      role: "system",
      tag: "response",
      text: "Your answer was cut off because it is too long. Go on, and be shorter.",
    });
    const { result } = await converse([cut, cut, cut, cut]);
    expect([result.outcome, result.turns.length]).toEqual(["failed", 4]);
    expect(result.message).toMatch(/cut off 4 times\. Raise `maxOutputTokens`/);
  });

  it("M1 runs none of the calls of an answer that was cut, and asks again 3 times", async () => {
    const cut = { ...calls("read_file", "ast_edit"), isCut: true };
    const fine = await converse([cut, calls("read_file")]);
    expect([fine.batches.length, fine.result.outcome]).toEqual([1, "done"]);
    expect(fine.items.slice(3, 5)).toMatchObject([
      {
        role: "tool-result",
        text: expect.stringMatching(/^Not executed: .*cut off/),
        isError: true,
      },
      { role: "tool-result", text: expect.stringMatching(/shorter calls at once\.$/) },
    ]);
    const { batches, result } = await converse([cut, cut, cut, cut]);
    expect([batches.length, result.outcome, result.turns.length]).toEqual([0, "failed", 4]);
    expect(result.message).toMatch(/cut off 4 times\. Raise `maxOutputTokens`/);
  });

  it("M1 does not count a resolve of an answer that was cut", async () => {
    const cut = { calls: [resolving()], isCut: true };
    const { session, result } = await converse([calls("ast_edit"), cut, { calls: [resolving()] }], {
      session: { toolChoices: "named" },
    });
    expect([session.pending.hasPending, result.outcome]).toEqual([false, "done"]);
    expect(result.turns.map(({ choice }) => choice)).toEqual([
      ...[undefined, "resolve", "resolve", undefined],
    ]);
  });

  it("M4 tells what a provider ignored, each sentence once", async () => {
    const told: string[] = [];
    const ignored = ["temperature is not supported."];
    await converse(
      [
        { ...calls("read_file"), ignored },
        { ...DONE, ignored: [...ignored, "Else."] },
      ],
      {
        onIgnored: (message) => void told.push(message),
      },
    );
    expect(told).toEqual(["temperature is not supported.", "Else."]);
  });

  it.each(["", " \n\t"])("M2 fails with an answer of no calls and the text %j", async (text) => {
    const { result } = await converse([calls("read_file"), { text }]);
    expect(result.outcome).toBe("failed");
    expect(result.message).toMatch(/^The model answered without text and calls\. .* 2 turns/);
  });
});

describe("the limits of a conversation", () => {
  it("ends after `maxTurns`, once the calls of the last turn ran, and says what to raise", async () => {
    const { result, batches } = await converse([calls("read_file"), calls("read_file")], {
      limits: { maxTurns: 2 },
    });
    expect([result.outcome, batches.length]).toEqual(["limit", 2]);
    expect(result.message).toBe(
      "The model had not finished after 2 turns and 30 tokens: `maxTurns` is 2. Raise it, or make the task smaller.",
    );
  });

  it("is done where the model finishes in the last turn", async () => {
    const { result } = await converse([calls("read_file"), DONE], {
      limits: { maxTurns: 2, maxTokens: 16 },
    });
    expect(result.outcome).toBe("done");
  });

  it("counts the tokens of all turns, in and out", async () => {
    const { result, requests } = await converse([calls("read_file"), calls("read_file")], {
      limits: { maxTokens: 30 },
    });
    expect([result.outcome, requests.length]).toEqual(["limit", 2]);
    expect(result.message).toContain("after 2 turns and 30 tokens: `maxTokens` is 30.");
  });

  it("estimates tokens for the limit only, where the provider does not tell", async () => {
    const looking = async () => ({ ...calls("read_file"), text: "x".repeat(4000) });
    const silent = async () => {
      const { calls, text } = await looking();
      return { calls, text, inputTokens: undefined, outputTokens: undefined } as never;
    };
    const { result } = await converse([silent, silent], { limits: { maxTokens: 1000 } });
    expect(result).toMatchObject({ outcome: "limit", turns: [{ turn: 1, calls: 1, attempts: 1 }] });
    expect(result.turns[0]).not.toHaveProperty("inputTokens");
    expect(result.message).toMatch(/after 1 turn and about 1\d\d\d tokens/);
  });

  it("Q19 ends as `limit` once the time is used up, also in the middle of an answer that never comes", async () => {
    const timeout = new AbortController();
    const hanging = () => {
      timeout.abort();
      return HANGING();
    };
    const { result, items } = await converse([calls("read_file"), hanging], {
      limits: { timedOut: timeout.signal },
    });
    expect(result.outcome).toBe("limit");
    expect(result.message).toContain(
      "after 1 turn and 15 tokens, and the time of the step is used up",
    );
    expect(rolesOf(items)).toEqual(["user", "tool-call", "tool-result"]);
  });

  it("ends as `stopped` where the run is, before a turn and in the middle of one", async () => {
    const before = AbortSignal.abort();
    const { result, requests } = await converse([], { signal: before });
    expect([result.outcome, result.message, requests.length]).toEqual([
      "stopped",
      "The run was stopped after 0 turns and 0 tokens.",
      0,
    ]);
    const stop = new AbortController();
    const stopping = () => {
      stop.abort();
      return HANGING();
    };
    expect((await converse([stopping], { signal: stop.signal })).result.outcome).toBe("stopped");
    const cancelled = await converse([new CancelledError("Stopped.")]);
    expect(cancelled.result.outcome).toBe("stopped");
  });

  it("ends as `stopped` where a hook ended the run, with the results of the batch", async () => {
    const { result, items, requests } = await converse([calls("read_file")], {
      results: async () => ({ ...ok("Denied."), isStopped: true }),
    });
    expect([result.outcome, requests.length]).toEqual(["stopped", 1]);
    expect(rolesOf(items)).toEqual(["user", "tool-call", "tool-result"]);
  });
});
