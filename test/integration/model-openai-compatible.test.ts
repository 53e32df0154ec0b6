import { describe, expect, it } from "vitest";
import { modelRequest, modelSettings, openedModel } from "../support/model-turn.ts";
import { openAiServer, type Scripted } from "../support/openai-server.ts";

/** What a server that answers like this is made of in one turn. */
async function turnWith(replies: readonly Scripted[], changed = {}) {
  const server = await openAiServer(replies);
  const { port, waits } = await openedModel(modelSettings(server.baseUrl));
  return { answer: await port.generate(modelRequest(changed)), requests: server.requests, waits };
}

describe("a turn over HTTP", () => {
  it("sends instructions, items and tools, and reads text, calls and usage", async () => {
    const { answer, requests } = await turnWith([
      {
        text: "Looking.",
        calls: [{ name: "look", arguments: { path: "a.ts" } }, { name: "look" }],
      },
    ]);
    expect(answer).toEqual({
      text: "Looking.",
      calls: [
        { tool: "look", params: { path: "a.ts" } },
        { tool: "look", params: {} },
      ],
      inputTokens: 10,
      outputTokens: 5,
      attempts: 1,
    });
    expect(requests[0]?.path).toBe("/v1/chat/completions");
    expect(requests[0]?.body).toMatchObject({
      model: "scripted",
      messages: [
        { role: "system", content: "You edit code." },
        { role: "user", content: "Rename a to b." },
      ],
      tools: [{ function: { name: "look" } }, { function: { name: "resolve" } }],
      tool_choice: "auto",
    });
    expect(requests[0]?.body.stream).toBeUndefined();
  });
});
