import { describe, expect, it } from "vitest";
import type {
  ContinueWith,
  PromptHook,
  PromptInterceptor,
  ToolInterceptor,
} from "../../../src/index.ts";
import { call, hookAt, told } from "./support/calls.ts";
import { sluice } from "./support/sluice.ts";

const { Conversation, runToolBatch, submitPrompt } = sluice;
const USER = { role: "user", text: "Follow it." } as const;
const item = (text: string) => ({ role: "system", text }) as const;
const withItems = (...texts: readonly string[]): ContinueWith => ({
  kind: "continue-with",
  items: texts.map(item),
});

/** Submits the prompt to a conversation that has begun. */
async function submit(listeners: {
  readonly interceptors?: readonly PromptInterceptor[];
  readonly hooks?: readonly PromptHook[];
}) {
  const conversation = new Conversation({ items: [item("before")] });
  const outcome = await submitPrompt(conversation, USER.text, listeners);
  return { outcome, items: conversation.items };
}

describe("the submit of a prompt", () => {
  it("F11 continues: the user message enters the history, as it is", async () => {
    const { outcome, items } = await submit({ hooks: [() => ({ kind: "continue" })] });
    expect({ outcome, items }).toEqual({
      outcome: { kind: "submitted" },
      items: [item("before"), USER],
    });
  });

  it("F11 F1 continues with items, which follow the user message directly, in order", async () => {
    const { items } = await submit({
      interceptors: [
        () => withItems("one", "two"),
        () => ({ kind: "continue" }),
        () => withItems("three"),
      ],
    });
    expect(items).toEqual([item("before"), USER, item("one"), item("two"), item("three")]);
  });

  it.each<[string, Parameters<typeof submit>[0]]>([
    [
      "an interceptor",
      { interceptors: [() => withItems("one"), () => ({ kind: "cancel", reason: "No." })] },
    ],
    [
      "a hook",
      {
        interceptors: [() => withItems("one")],
        hooks: [() => ({ kind: "cancel", reason: "No." })],
      },
    ],
  ])("F11 F12 is cancelled by %s: nothing enters the history", async (_, listeners) => {
    const { outcome, items } = await submit(listeners);
    expect({ outcome, items }).toEqual({
      outcome: { kind: "cancelled", reason: "No." },
      items: [item("before")],
    });
  });

  it.each([
    ["items", withItems("ADDED")],
    ["a denial", { kind: "deny", reason: "No." }],
    ["nothing", undefined],
    ["null", null],
  ])("F12 T28 lets no hook answer with %s: the prompt is cancelled", async (_, answer) => {
    const { outcome, items } = await submit({ hooks: [() => answer as never] });
    expect(outcome.kind).toBe("cancelled");
    expect(items).toEqual([item("before")]);
  });

  it("F13 keeps what was attached to the letter, whatever becomes of the caller's own copy", async () => {
    const own = { role: "system" as const, text: "[File: a.md]\n  ${{ inputs.x }} @b.md\r\n" };
    const { items } = await submit({
      interceptors: [() => ({ kind: "continue-with", items: [own] })],
    });
    const before = JSON.stringify(items);
    own.text = "CHANGED";
    expect(JSON.stringify(items)).toBe(before);
    expect(items.at(-1)).toMatchObject({ text: "[File: a.md]\n  ${{ inputs.x }} @b.md\r\n" });
    expect(Object.isFrozen(items.at(-1))).toBe(true);
  });
});

describe("the messages of a batch", () => {
  it("T18 come from interceptors, and from no hook", async () => {
    const interceptor: ToolInterceptor = { before: () => withItems("from an interceptor") };
    const batch = await runToolBatch("b", [call("a"), call("b")], {
      interceptors: [interceptor],
      hooks: [hookAt("b", withItems("from a hook"))],
    });
    expect(told(batch)).toEqual(["a done: a", expect.stringMatching(/^b denied/)]);
    expect(batch.items.map((added) => ("text" in added ? added.text : ""))).not.toContain(
      "from a hook",
    );
    expect(batch.items).toContainEqual(item("from an interceptor"));
  });
});
