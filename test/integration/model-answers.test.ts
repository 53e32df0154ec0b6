import { describe, expect, it } from "vitest";
import type { ModelSettings } from "../../src/model/recipe/prompt-step.ts";
import { messageOf } from "../../src/shared/message-of.ts";
import { modelRequest, modelSettings, openedModel } from "../support/model-turn.ts";
import { openAiServer } from "../support/openai-server.ts";

type Provider = ModelSettings["provider"];

/** Asks a server that answers with this body, and returns the answer or the words of the failure. */
async function answerTo(provider: Provider, body: unknown) {
  const server = await openAiServer([{ status: 200, body }]);
  const { port } = await openedModel(
    modelSettings(server.baseUrl, { provider, apiKeyEnv: "SOME_KEY" }),
    "key-0123456789",
  );
  return port.generate(modelRequest()).catch((error: unknown) => messageOf(error));
}

const openai = (output: readonly unknown[], more: object = {}) => ({
  id: "response",
  created_at: 0,
  model: "m",
  output,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
});
const message = (...content: readonly unknown[]) => ({
  type: "message",
  role: "assistant",
  id: "message-1",
  content,
});
const responseCall = {
  type: "function_call",
  id: "i",
  call_id: "c",
  name: "look",
  arguments: "{}",
};
const compatible = (message: object, finish: string | null) => ({
  id: "completion",
  model: "m",
  choices: [{ message, finish_reason: finish }],
});
const toolCalls = [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }];
const anthropic = (content: readonly unknown[], reason: string) => ({
  id: "message",
  type: "message",
  role: "assistant",
  model: "m",
  content,
  stop_reason: reason,
  usage: { input_tokens: 10, output_tokens: 5 },
});
const toolUse = { type: "tool_use", id: "c", name: "look", input: {} };
const google = (parts: readonly unknown[], finishReason: string) => ({
  candidates: [{ content: { role: "model", parts }, finishReason }],
});
const functionCall = { functionCall: { name: "look", args: {} } };

describe("M1 an answer that was cut", () => {
  it.each<[string, Provider, unknown]>([
    ["length", "openai-compatible", compatible({ tool_calls: toolCalls }, "length")],
    ["max_output_tokens", "openai", cutResponse("max_output_tokens")],
    ["a reason that no package knows", "openai", cutResponse("max_context_tokens")],
    ["no reason", "openai", openai([responseCall], { status: "incomplete" })],
    ["max_tokens", "anthropic", anthropic([toolUse], "max_tokens")],
    ["the context", "anthropic", anthropic([toolUse], "model_context_window_exceeded")],
    ["MAX_TOKENS", "google", google([functionCall], "MAX_TOKENS")],
  ])("by %s is known as one (%s)", async (_, provider, body) => {
    expect(await answerTo(provider, body)).toMatchObject({ isCut: true });
  });

  it.each<[string, Provider, unknown]>([
    ["insufficient", "openai-compatible", compatible({ tool_calls: toolCalls }, "insufficient")],
    ["error", "openai-compatible", compatible({ tool_calls: toolCalls }, "error")],
    ["MALFORMED_FUNCTION_CALL", "google", google([functionCall], "MALFORMED_FUNCTION_CALL")],
    ["OTHER", "google", google([functionCall], "OTHER")],
    ["compaction", "anthropic", anthropic([toolUse], "compaction")],
  ])("by %s, which is no end, is a failure (%s)", async (reason, provider, body) => {
    expect(await answerTo(provider, body)).toContain(`broke off its answer: ${reason}`);
  });

  it("in the middle of its JSON is a failure", async () => {
    const text = JSON.stringify(compatible({ tool_calls: toolCalls }, "tool_calls"));
    expect(await answerTo("openai-compatible", text.slice(0, -20))).toContain("not JSON");
  });

  it.each([["stop"], ["eos_token"], [null]])("is not one that ended with %s", async (finish) => {
    const body = compatible({ tool_calls: toolCalls }, finish);
    expect(await answerTo("openai-compatible", body)).toMatchObject({ calls: [{ tool: "look" }] });
  });

  function cutResponse(reason: string) {
    return openai([responseCall], { status: "incomplete", incomplete_details: { reason } });
  }
});

describe("M2 a refusal", () => {
  it.each<[string, Provider, unknown]>([
    ["content_filter", "openai-compatible", compatible({ content: "I" }, "content_filter")],
    ["its words", "openai-compatible", compatible({ content: null, refusal: "No." }, "stop")],
    ["its words", "openai", openai([message({ type: "refusal", refusal: "No." })])],
    [
      "its words, beside a call",
      "openai",
      openai([message({ type: "refusal", refusal: "No." }), responseCall]),
    ],
    [
      "content_filter",
      "openai",
      openai([], { status: "incomplete", incomplete_details: { reason: "content_filter" } }),
    ],
    ["refusal", "anthropic", anthropic([{ type: "text", text: "I" }], "refusal")],
    ["SAFETY", "google", google([{ text: "I" }], "SAFETY")],
    ["blockReason", "google", { promptFeedback: { blockReason: "SAFETY" } }],
    ["a new blockReason", "google", { candidates: [], promptFeedback: { blockReason: "NEW" } }],
  ])("by %s is a failure (%s)", async (_, provider, body) => {
    expect(await answerTo(provider, body)).toMatch(/ gave no answer: it refused, or /);
  });

  it.each<[string, Provider, unknown]>([
    ["I can't.", "openai-compatible", compatible({ content: null, refusal: "I\ncan't." }, "stop")],
    ["I can't.", "openai", openai([message({ type: "refusal", refusal: "I can't." })])],
    ["I stop here.", "anthropic", anthropic([{ type: "text", text: "I stop here." }], "refusal")],
    ["SAFETY", "google", { promptFeedback: { blockReason: "SAFETY" } }],
    ["x".repeat(300), "openai-compatible", compatible({ refusal: "x".repeat(900) }, "stop")],
  ])("is told with its words: %s (%s)", async (words, provider, body) => {
    expect(await answerTo(provider, body)).toContain(` It said: ${words}`);
  });
});

describe("M2 no text and no calls", () => {
  it.each<[Provider, unknown]>([
    ["openai-compatible", compatible({ content: "" }, "stop")],
    ["openai-compatible", compatible({ content: null, reasoning_content: "Hm." }, "stop")],
    ["openai", openai([message({ type: "output_text", text: " ", annotations: [] })])],
    ["anthropic", anthropic([], "end_turn")],
    ["google", google([{ text: "Hm.", thought: true }], "STOP")],
  ])("is a failure (%s)", async (provider, body) => {
    expect(await answerTo(provider, body)).toMatch(/ gave an empty answer: no text and no calls/);
  });
});
