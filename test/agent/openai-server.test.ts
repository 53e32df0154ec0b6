import { describe, expect, it } from "vitest";
import { openAiServer } from "../support/openai-server.ts";

async function ask(baseUrl: string, body: unknown): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
}

async function answerTo(baseUrl: string, body: unknown) {
  return JSON.parse(await (await ask(baseUrl, body)).text()).choices[0].message;
}

describe("the scripted server", () => {
  it("answers each request with the next reply and remembers what was asked", async () => {
    const server = await openAiServer([
      {
        calls: [
          { name: "look", arguments: { a: 1 } },
          { name: "look", arguments: "{broken" },
        ],
      },
      ({ body }) => ({ text: `echo ${body.n}` }),
      { status: 429, body: { error: { message: "slow" } }, headers: { "retry-after": "3" } },
    ]);
    const first = await answerTo(server.baseUrl, { n: 1 });
    expect(first.tool_calls).toMatchObject([
      { id: "server-call-0", function: { name: "look", arguments: '{"a":1}' } },
      { id: "server-call-1", function: { name: "look", arguments: "{broken" } },
    ]);
    const second = await answerTo(server.baseUrl, { n: 2 });
    expect(second.content).toBe("echo 2");
    const third = await ask(server.baseUrl, { n: 3 });
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(server.requests.map(({ body }) => body.n)).toEqual([1, 2, 3]);
  });

  it("answers in events where that was asked for", async () => {
    const server = await openAiServer([{ text: "hello" }]);
    const text = await (await ask(server.baseUrl, { stream: true })).text();
    expect(text).toMatch(/^data: \{.*"delta":\{"role":"assistant","content":"hello"\}/);
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("cuts bodies off, and closes connections", async () => {
    const server = await openAiServer([{ text: "hello", cutAfter: 20 }, { refuse: true }]);
    const answer = await ask(server.baseUrl, {});
    await expect(answer.text()).rejects.toThrow();
    await expect(ask(server.baseUrl, {})).rejects.toThrow("fetch failed");
  });
});
