import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/agent/conversation/conversation.ts";
import {
  attachedFiles,
  type PromptHook,
  type PromptListeners,
  type SubmittedPrompt,
  submitPrompt,
} from "../../../src/agent/prompt/submit-prompt.ts";
import type { ItemOf } from "../../../src/model/conversation.ts";

const file = (path: string): ItemOf<"system"> => ({
  role: "system",
  tag: "file",
  text: `[File: ${path}]\nbody of ${path}`,
});

async function submit(listeners: PromptListeners) {
  const conversation = new Conversation();
  const outcome = await submitPrompt(conversation, "Follow @a.md.", listeners);
  return { outcome, items: conversation.items };
}

describe("submitPrompt", () => {
  it("F11 continues with the user message alone where nobody says anything", async () => {
    expect(await submit({ interceptors: [attachedFiles([])], hooks: [] })).toEqual({
      outcome: { kind: "submitted" },
      items: [{ role: "user", text: "Follow @a.md." }],
    });
  });

  it("F1 F11 puts the items of several interceptors directly behind the user message, in order", async () => {
    const { items } = await submit({
      interceptors: [attachedFiles([file("a.md"), file("b.md")]), attachedFiles([file("c.md")])],
    });
    expect(items).toEqual([
      { role: "user", text: "Follow @a.md." },
      file("a.md"),
      file("b.md"),
      file("c.md"),
    ]);
  });

  it("F11 F12 lets nothing enter the history where an interceptor or a hook cancels", async () => {
    const cancel = () => ({ kind: "cancel", reason: "Not on Fridays." }) as const;
    const asked: string[] = [];
    const late = () => {
      asked.push("late");
      return { kind: "continue" } as const;
    };
    for (const listeners of [
      { interceptors: [attachedFiles([file("a.md")]), cancel, late], hooks: [late] },
      { interceptors: [attachedFiles([file("a.md")])], hooks: [cancel, late] },
    ])
      expect(await submit(listeners)).toEqual({
        outcome: { kind: "cancelled", reason: "Not on Fridays." },
        items: [],
      });
    expect(asked).toEqual([]);
  });

  it("F12 T18 shows a hook the text and what is attached, and takes nothing from it", async () => {
    const seen: SubmittedPrompt[] = [];
    const meddle: PromptHook = (prompt) => {
      seen.push(structuredClone(prompt));
      Object.assign(prompt.items[0] ?? {}, { text: "changed" });
      return { kind: "continue" };
    };
    const { items } = await submit({
      interceptors: [attachedFiles([file("a.md")])],
      hooks: [meddle],
    });
    expect(seen).toEqual([{ text: "Follow @a.md.", items: [file("a.md")] }]);
    expect(items[1]).toEqual(file("a.md"));
  });

  it("F12 T18 has no words in which a hook could add items", () => {
    // @ts-expect-error Only an interceptor continues with items.
    const hook: PromptHook = () => ({ kind: "continue-with", items: [] });
    expect(hook).toBeTypeOf("function");
  });

  it("F12 takes a hook that throws for one that says no", async () => {
    const broken: PromptHook = async () => {
      throw new Error("it has no network");
    };
    expect(await submit({ hooks: [broken] })).toEqual({
      outcome: { kind: "cancelled", reason: "A hook failed: it has no network" },
      items: [],
    });
  });
});

describe("a prompt whose signal fires", () => {
  const never = () => new Promise<never>(() => undefined);

  it("T29 F11 is cancelled though an interceptor or a hook hangs", async () => {
    for (const listeners of [{ hooks: [never] }, { interceptors: [never] }]) {
      const controller = new AbortController();
      const submitting = submit({ ...listeners, signal: controller.signal });
      await Promise.resolve();
      controller.abort();
      expect(await submitting).toEqual(STOPPED);
    }
  });

  it("T29 F11 asks nobody where the signal had fired", async () => {
    let asked = 0;
    const hook: PromptHook = () => ({ kind: "continue", times: ++asked }) as const;
    expect(await submit({ hooks: [hook], signal: AbortSignal.abort() })).toEqual(STOPPED);
    expect(await submit({ signal: AbortSignal.abort() })).toEqual(STOPPED);
    expect(asked).toBe(0);
  });

  const STOPPED = { outcome: { kind: "cancelled", reason: "The run was stopped." }, items: [] };
});

describe("answers that are none", () => {
  // biome-ignore lint/suspicious/noExplicitAny: foreign code answers anything
  const answers: readonly any[] = [
    ...[undefined, null, 7, {}, { kind: "deny", reason: "x" }, { kind: "cancel" }],
    { kind: "continue-with", items: [{ role: "robot" }] },
  ];

  it.each(answers)("F11 F12 cancel the prompt: %j", async (answer) => {
    for (const listeners of [{ hooks: [() => answer] }, { interceptors: [() => answer] }])
      expect(await submit(listeners)).toEqual({
        outcome: { kind: "cancelled", reason: expect.stringMatching(/^An? \w+ failed: it /) },
        items: [],
      });
  });

  it("F12 T18 cancel the prompt where a hook continues with items", async () => {
    const hook = (() => ({
      kind: "continue-with",
      items: [file("a.md")],
    })) as unknown as PromptHook; // As JavaScript may.
    expect(await submit({ hooks: [hook] })).toMatchObject({
      outcome: { reason: "A hook failed: it gave items, which only interceptors add." },
      items: [],
    });
  });

  it("F11 cancel the prompt where an interceptor throws", async () => {
    const broken = () => {
      throw new Error("no");
    };
    expect((await submit({ interceptors: [broken] })).outcome).toEqual({
      ...{ kind: "cancelled", reason: "An interceptor failed: no" },
    });
  });
});
