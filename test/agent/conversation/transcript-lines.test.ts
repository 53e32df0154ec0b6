import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeOrphans } from "../../../src/agent/conversation/close-orphans.ts";
import {
  parseTranscript,
  transcriptEnd,
  transcriptLine,
} from "../../../src/agent/conversation/transcript-lines.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";

const PART = { recipe: "assert-strict", step: "review" };

const textOf = (items: readonly ConversationItem[], part = PART) =>
  items.map((item) => transcriptLine(part, item)).join("");

/** Whole batches with text before them, as the loop appends them. */
const conversation: fc.Arbitrary<readonly ConversationItem[]> = fc
  .array(
    fc.record({
      said: fc.option(fc.string({ unit: "binary" }), { nil: undefined }),
      calls: fc.array(
        fc.record({ tool: fc.string(), params: fc.jsonValue(), isError: fc.boolean() }),
        {
          maxLength: 4,
        },
      ),
    }),
    { maxLength: 6 },
  )
  .map((turns) =>
    turns.flatMap(({ said, calls }, turn): ConversationItem[] => {
      const callId = (index: number) => `tool-batch-${turn}-${index}`;
      return [
        ...(said === undefined ? [] : [{ role: "assistant" as const, text: said }]),
        ...calls.map(({ tool, params }, index) => ({
          role: "tool-call" as const,
          callId: callId(index),
          tool,
          params,
        })),
        ...calls.map(({ tool, isError }, index) => ({
          role: "tool-result" as const,
          callId: callId(index),
          tool,
          text: `result ${index} 語`,
          ...(isError ? { isError } : {}),
        })),
      ];
    }),
  );

describe("a transcript", () => {
  it("is one line of JSON for each item, the same bytes in whatever order its keys were written", () => {
    const item: ConversationItem = { text: "a\nb", tag: "file", role: "system" };
    const line = transcriptLine(PART, item);
    expect(line).toBe(
      '{"recipe":"assert-strict","step":"review","item":{"role":"system","tag":"file","text":"a\\nb"}}\n',
    );
    expect(transcriptLine(PART, { role: "system", tag: "file", text: "a\nb" })).toBe(line);
  });

  it("tells the conversations of recipes and steps apart", () => {
    const a: ConversationItem = { role: "user", text: "a" };
    const b: ConversationItem = { role: "user", text: "b" };
    const other = { recipe: "assert-strict", step: "tidy" };
    const text = textOf([a]) + textOf([b], other) + textOf([b]);
    expect(parseTranscript(text)).toEqual({
      conversations: [
        { ...PART, items: [a, b], isDone: false },
        { ...other, items: [b], isDone: false },
      ],
    });
  });

  it("drops a last line that was cut, also where only its line break is missing", () => {
    const first = textOf([{ role: "user", text: "a" }]);
    const second = textOf([{ role: "assistant", text: "b" }]);
    for (const cut of [second.slice(0, 20), second.slice(0, -1)])
      expect(parseTranscript(first + cut)).toMatchObject({
        conversations: [{ items: [{ role: "user", text: "a" }] }],
        dropped: "Line 2 was cut.",
      });
  });

  it.each([
    ["no JSON", "{oops"],
    ["an empty line", ""],
    ["JSON of another shape", '{"recipe":"a","step":"b","item":{"role":"boss","text":""}}'],
    [
      "a line with more in it",
      '{"recipe":"a","step":"b","time":1,"item":{"role":"user","text":""}}',
    ],
  ])("ends what counts at a damaged line in the middle: %s", (_what, line) => {
    const item: ConversationItem = { role: "user", text: "a" };
    const parsed = parseTranscript(`${textOf([item])}${line}\n${textOf([item, item])}`);
    expect(parsed).toEqual({
      conversations: [{ ...PART, items: [item], isDone: false }],
      dropped: "Line 2 is damaged: 3 lines from there on do not count.",
    });
  });

  it("is empty where nothing was written", () => {
    expect(parseTranscript("")).toEqual({ conversations: [] });
  });

  it("F13 is, resumed, byte-identical up to where its bytes were cut, and then closes the orphans", () => {
    fc.assert(
      fc.property(conversation, fc.nat(), (items, at) => {
        const whole = Buffer.from(textOf(items));
        const cut = whole.subarray(0, at % (whole.length + 1));
        const { conversations, dropped } = parseTranscript(cut.toString());
        const wholeLines = cut.subarray(0, cut.lastIndexOf(10) + 1);
        expect(dropped === undefined).toBe(wholeLines.length === cut.length);

        const left = conversations[0]?.items ?? [];
        expect(textOf(left)).toBe(wholeLines.toString());
        const closed = closeOrphans(left);
        expect(closed.slice(0, left.length)).toEqual(left);
        const added = closed.slice(left.length);
        expect(added.every((item) => item.role === "tool-result" && item.isError)).toBe(true);
        const ids = (role: string) =>
          closed.flatMap((item) => (item.role === role && "callId" in item ? [item.callId] : []));
        expect(ids("tool-result")).toEqual(ids("tool-call"));
      }),
    );
  });
});

describe("closeOrphans", () => {
  const call = (callId: string): ConversationItem => ({
    role: "tool-call",
    callId,
    tool: "ast_edit",
    params: {},
  });
  const result = (callId: string): ConversationItem => ({
    role: "tool-result",
    callId,
    tool: "ast_edit",
    text: "ok",
  });
  const ended = (callId: string): ConversationItem => ({
    role: "tool-result",
    callId,
    tool: "ast_edit",
    text: "The run ended before this call had a result. It may not have been carried out.",
    isError: true,
  });
  const said: ConversationItem = { role: "assistant", text: "Next." };

  it("looks at each call of a large batch a few times only", () => {
    let looks = 0;
    const counted = (item: ConversationItem, callId: string): ConversationItem =>
      Object.defineProperty({ ...item }, "callId", {
        get() {
          looks += 1;
          return callId;
        },
      });
    const ids = Array.from({ length: 1000 }, (_, index) => `b-${index}`);
    const items = [
      ...ids.map((id) => counted(call(id), id)),
      ...ids.slice(0, 900).map((id) => counted(result(id), id)),
    ];
    const added = closeOrphans(items).slice(items.length);
    expect(looks).toBeLessThan(4 * items.length);
    expect(added).toEqual(ids.slice(900).map(ended));
  });

  it.each<[string, readonly ConversationItem[], readonly ConversationItem[]]>([
    [
      "closes all of a batch in call order",
      [call("a"), call("b")],
      [call("a"), call("b"), ended("a"), ended("b")],
    ],
    [
      "closes what is left of a batch behind the results that there are",
      [call("a"), call("b"), result("a")],
      [call("a"), call("b"), result("a"), ended("b")],
    ],
    [
      "stays with the batch where the conversation went on",
      [call("a"), said, call("b"), result("b")],
      [call("a"), ended("a"), said, call("b"), result("b")],
    ],
    [
      "takes a call behind a result for the next batch, also where ids are equal",
      [call("a"), call("b"), result("b"), call("a"), result("a")],
      [call("a"), call("b"), result("b"), ended("a"), call("a"), result("a")],
    ],
    [
      "adds nothing where nothing is missing",
      [said, call("a"), result("a"), said],
      [said, call("a"), result("a"), said],
    ],
  ])("%s", (_what, items, closed) => {
    expect(closeOrphans(items)).toEqual(closed);
  });

  it("knows of a conversation that was over, until more is said in it", () => {
    const item: ConversationItem = { role: "user", text: "a" };
    const over = `${textOf([item])}${transcriptEnd(PART)}`;
    const isDone = (text: string) => parseTranscript(text).conversations.map((one) => one.isDone);
    expect([isDone(over), isDone(over + textOf([item])), isDone(textOf([item]))]).toEqual([
      [true],
      [false],
      [false],
    ]);
  });
});
