import { expect, it } from "vitest";
import {
  type BatchCall,
  type ContinueWith,
  Conversation,
  type PromptInterceptor,
  runToolBatch,
  submitPrompt,
  type ToolInterceptor,
} from "../../src/index.ts";

const style: ContinueWith = {
  kind: "continue-with",
  items: [{ role: "system", text: "Keep the semicolons." }],
};

it("F11 T18 lets a program write an interceptor of prompts, which continues with items", async () => {
  const conversation = new Conversation();
  const addStyle: PromptInterceptor = () => style;
  expect(await submitPrompt(conversation, "Rewrite.", { interceptors: [addStyle] })).toEqual({
    kind: "submitted",
  });
  expect(conversation.items).toEqual([{ role: "user", text: "Rewrite." }, ...style.items]);
});

it("T18 T8 T30 lets a program write an interceptor of calls, which adds messages or answers for the tool", async () => {
  const remembered: ToolInterceptor = {
    before({ tool, context }) {
      if (tool !== "look") return style;
      const text = `${context.batchId} ${context.callIndex} ${context.callId}`;
      return { kind: "synthetic", result: { content: [{ type: "text", text }] } };
    },
  };
  const calls = ["look", "edit"].map((tool): BatchCall => {
    const execute = async () => ({ content: [{ type: "text" as const, text: "ran" }] });
    return { callId: `call_${tool}`, tool, params: {}, execute };
  });
  const { outcomes, items } = await runToolBatch("tool-batch-0", calls, {
    interceptors: [remembered],
  });
  expect(outcomes).toMatchObject([
    { kind: "synthetic", result: { content: [{ text: "tool-batch-0 0 call_look" }] } },
    { kind: "done", result: { content: [{ text: "ran" }] } },
  ]);
  expect(items).toEqual(style.items);
});
