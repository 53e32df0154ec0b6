import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ConversationItem } from "../../src/model/conversation.ts";
import type { ModelSettings } from "../../src/model/recipe/prompt-step.ts";
import { modelRequest, modelSettings, openedModel } from "../support/model-turn.ts";
import { openAiServer } from "../support/openai-server.ts";

const KEY = "key-0123456789";

const beginning: readonly ConversationItem[] = [
  { role: "user", text: "Rename a to b." },
  { role: "system", text: "[File: a.ts]\na", tag: "file" },
];

/** What a conversation has of the first answer of each server below. */
const afterCall: readonly ConversationItem[] = [
  { role: "assistant", text: "Looking." },
  { role: "tool-call", callId: "call-1", tool: "look", params: { path: "a.ts" } },
  { role: "tool-result", callId: "call-1", tool: "look", text: "a" },
  { role: "system", text: "A preview waits.", tag: "resolve-reminder" },
];

/** Two turns with a server: the model calls a tool, gets the result, and says that it is done. */
async function twoTurns(
  provider: ModelSettings["provider"],
  bodies: readonly [unknown, unknown],
  name = "scripted",
) {
  const server = await openAiServer(bodies.map((body) => ({ status: 200, body })));
  const settings = modelSettings(server.baseUrl, { provider, name, apiKeyEnv: "SOME_KEY" });
  const { port } = await openedModel(settings, KEY);
  const first = await port.generate(modelRequest({ items: beginning }));
  const toolChoice = { type: "tool", name: "resolve" } as const;
  const items = [...beginning, ...afterCall];
  const second = await port.generate(modelRequest({ items, toolChoice }));
  const call = { tool: "look", params: { path: "a.ts" } };
  expect(first).toMatchObject({
    text: "Looking.",
    calls: [call],
    inputTokens: 10,
    outputTokens: 5,
    attempts: 1,
  });
  expect(second).toMatchObject({ text: "Done.", calls: [] });
  return server.requests;
}

describe("anthropic", () => {
  const message = (content: readonly unknown[], stopReason: string) => ({
    id: "message",
    type: "message",
    role: "assistant",
    model: "scripted",
    content,
    stop_reason: stopReason,
    usage: { input_tokens: 10, output_tokens: 5 },
  });

  it("gets system items as marked messages of the user, results with our ids, and its thoughts back", async () => {
    const [first, second] = await twoTurns("anthropic", [
      message(
        [
          { type: "thinking", thinking: "Hm.", signature: "signed" },
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "of-the-server", name: "look", input: { path: "a.ts" } },
        ],
        "tool_use",
      ),
      message([{ type: "text", text: "Done." }], "end_turn"),
    ]);
    expect(first?.path).toBe("/v1/messages");
    expect(first?.headers["x-api-key"]).toBe(KEY);
    expect(first?.body.system).toEqual([{ type: "text", text: "You edit code." }]);
    expect(first?.body.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Rename a to b." },
          { type: "text", text: "[From the system, not from the user]\n[File: a.ts]\na" },
        ],
      },
    ]);
    expect(second?.body.tool_choice).toEqual({ type: "tool", name: "resolve" });
    expect(second?.body.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "signed" },
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "call-1", name: "look", input: { path: "a.ts" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call-1", content: "a" },
          { type: "text", text: "[From the system, not from the user]\nA preview waits." },
        ],
      },
    ]);
  });
});

describe("what the packages warn of", () => {
  it("M4 is in the answer, and not printed: the console belongs to the report", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const content = [{ type: "text", text: "Done." }];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const body = { id: "m", type: "message", role: "assistant", model: "m", content, usage };
    const server = await openAiServer([
      { status: 200, body: { ...body, stop_reason: "end_turn" } },
    ]);
    const settings = { provider: "anthropic", temperature: 2, apiKeyEnv: "SOME_KEY" } as const;
    const { port } = await openedModel(modelSettings(server.baseUrl, settings), KEY);
    const { ignored } = await port.generate(modelRequest());
    expect(ignored?.toSorted()).toEqual([
      expect.stringMatching(/^anthropic\/scripted: maxOutputTokens is used in another form/),
      expect.stringMatching(/^anthropic\/scripted: temperature is not supported\. 2 exceeds/),
    ]);
    expect(server.requests[0]?.body.temperature).toBe(1); // Which the package warns of.
    expect([...warn.mock.calls, ...info.mock.calls]).toEqual([]);
  });
});

describe("openai", () => {
  const response = (output: readonly unknown[]) => ({
    id: "response",
    created_at: 0,
    model: "scripted",
    output,
    usage: { input_tokens: 10, output_tokens: 5 },
  });
  const text = (said: string) => ({
    type: "message",
    role: "assistant",
    id: "message-of-the-server",
    content: [{ type: "output_text", text: said, annotations: [] }],
  });

  it("keeps nothing, rewrites no schema, and gets system items in their place and its reasoning back", async () => {
    const [first, second] = await twoTurns(
      "openai",
      [
        response([
          { type: "reasoning", id: "reasoning-1", summary: [], encrypted_content: "sealed" },
          text("Looking."),
          {
            type: "function_call",
            id: "item-1",
            call_id: "of-the-server",
            name: "look",
            arguments: '{"path":"a.ts"}',
          },
        ]),
        response([text("Done.")]),
      ],
      "gpt-5",
    );
    expect(first?.path).toBe("/v1/responses");
    expect(first?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(first?.body).toMatchObject({
      store: false,
      include: ["reasoning.encrypted_content"],
      tools: [
        { name: "look", strict: false },
        { name: "resolve", strict: false },
      ],
    });
    expect(first?.body.input).toEqual([
      { role: "developer", content: "You edit code." },
      { role: "user", content: [{ type: "input_text", text: "Rename a to b." }] },
      { role: "developer", content: "[File: a.ts]\na" },
    ]);
    expect(second?.body.tool_choice).toEqual({ type: "function", name: "resolve" });
    expect(second?.body.input.slice(3)).toMatchObject([
      { type: "reasoning", id: "reasoning-1", encrypted_content: "sealed" },
      { role: "assistant", content: [{ type: "output_text", text: "Looking." }] },
      {
        type: "function_call",
        call_id: "call-1",
        name: "look",
        arguments: '{"path":"a.ts"}',
      },
      { type: "function_call_output", call_id: "call-1", output: "a" },
      { role: "developer", content: "A preview waits." },
    ]);
  });
});

describe("google", () => {
  const candidate = (parts: readonly unknown[]) => ({
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
  });

  it("gets system items as marked messages of the user, and its signatures back", async () => {
    const [first, second] = await twoTurns("google", [
      candidate([
        { text: "Looking." },
        {
          functionCall: { name: "look", args: { path: "a.ts" } },
          thoughtSignature: "signed",
        },
      ]),
      candidate([{ text: "Done." }]),
    ]);
    expect(first?.path).toBe("/v1/models/scripted:generateContent");
    expect(first?.headers["x-goog-api-key"]).toBe(KEY);
    expect(first?.body.systemInstruction).toEqual({ parts: [{ text: "You edit code." }] });
    expect(second?.body.toolConfig).toEqual({
      functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["resolve"] },
    });
    expect(second?.body.contents).toMatchObject([
      { role: "user", parts: [{ text: "Rename a to b." }] },
      {
        role: "user",
        parts: [{ text: "[From the system, not from the user]\n[File: a.ts]\na" }],
      },
      {
        role: "model",
        parts: [
          { text: "Looking." },
          {
            functionCall: { name: "look", args: { path: "a.ts" } },
            thoughtSignature: "signed",
          },
        ],
      },
      {
        role: "user",
        parts: [{ functionResponse: { name: "look", response: { content: "a" } } }],
      },
      {
        role: "user",
        parts: [{ text: "[From the system, not from the user]\nA preview waits." }],
      },
    ]);
  });
});

describe("openai-compatible", () => {
  const completion = (message: unknown) => ({
    id: "completion",
    model: "scripted",
    choices: [{ message, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  });

  it("gets back the signatures that Gemini's servers put on calls", async () => {
    const signature = { google: { thought_signature: "signed" } };
    const [, second] = await twoTurns("openai-compatible", [
      completion({
        content: "Looking.",
        tool_calls: [
          {
            id: "of-the-server",
            function: { name: "look", arguments: '{"path":"a.ts"}' },
            extra_content: signature,
          },
        ],
      }),
      completion({ content: "Done." }),
    ]);
    expect(second?.body.messages[2].tool_calls).toEqual([
      {
        id: "call00000",
        type: "function",
        function: { name: "look", arguments: '{"path":"a.ts"}' },
        extra_content: signature,
      },
    ]);
  });
});
