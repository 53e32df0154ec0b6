import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/agent/model/model-port.ts";
import { openModel } from "../../src/agent/provider/open-model.ts";
import type { ModelSettings } from "../../src/model/recipe/prompt-step.ts";
import { OWN_PACKAGES } from "../support/grammar-packages.ts";
import { modelRequest, modelSettings, openedModel } from "../support/model-turn.ts";
import { openAiServer, type Scripted } from "../support/openai-server.ts";

const KEY = "sk-secret-0123456789";

/** How a turn fails with a server that answers so. */
async function failureWith(
  replies: readonly Scripted[],
  settings: Partial<ModelSettings> = {},
  request = modelRequest(),
) {
  const server = await openAiServer(replies);
  const { port, waits } = await openedModel(
    modelSettings(server.baseUrl, { apiKeyEnv: "SOME_KEY", ...settings }),
    KEY,
  );
  const error = await port.generate(request).then(
    () => undefined,
    (rejected) => rejected,
  );
  if (!(error instanceof ModelError)) throw new Error("It did not fail.", { cause: error });
  const { fault, message, retryAfter } = error;
  expect(message).not.toContain(KEY);
  expect(message).not.toContain("\n");
  return { fault, message, retryAfter, waits };
}

/** An address at which nobody listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}/v1`;
}

function statusReply(status: number, message: string, headers = {}) {
  return { status, body: { error: { message } }, headers };
}

describe("a server that fails", () => {
  it.each([
    [408, "unavailable"],
    [409, "unavailable"],
    [500, "unavailable"],
    [503, "unavailable"],
    [529, "unavailable"],
    [429, "rate-limited"],
    [400, "refused"],
    [404, "refused"],
    [422, "refused"],
  ] as const)("tells the status %i as %s, with what the server said", async (status, fault) => {
    expect(await failureWith([statusReply(status, "Because\nof that.")])).toMatchObject({
      fault,
      message: expect.stringContaining(`openai-compatible/scripted answered ${status}: Because of`),
    });
  });

  it.each([
    [[{ error: { message: "Said." } }]],
    [{ error: "Said." }],
    [{ message: "Said." }],
    [{ detail: "Said." }],
    ["Said."],
  ])("finds what the server said in %j", async (body) => {
    const { message } = await failureWith([{ status: 400, body }]);
    expect(message).toMatch(/ answered 400: (not JSON, but )?Said\.$/);
  });

  it("shows at most 300 characters of it, in one line without control characters", async () => {
    const { message } = await failureWith([statusReply(400, `\u001b[31m${"x".repeat(5000)}`)]);
    expect(message).toMatch(/answered 400: \[31mx{296}…$/);
  });

  it("tells an empty body as nothing", async () => {
    const { message } = await failureWith([{ status: 404 }]);
    expect(message).toBe("openai-compatible/scripted answered 404: nothing");
  });

  it.each([401, 403])(
    "names the variable and not the key where it is refused with %i",
    async (status) => {
      const { fault, message } = await failureWith([
        ({ headers }) => statusReply(status, `No such key: ${headers.authorization}`),
      ]);
      expect(fault).toBe("refused");
      expect(message).toBe(
        `openai-compatible/scripted rejects the key in SOME_KEY (${status}): No such key: Bearer [redacted]`,
      );
    },
  );

  const forced = modelRequest({ toolChoice: { type: "tool", name: "resolve" } });

  it.each([
    [400, "Thinking may not be enabled when tool_choice forces tool use."],
    [400, "deepseek-reasoner does not support this tool_choice"],
    [422, "Forced tool use is not there for this model."],
    [400, "Function calling mode ANY is not supported."],
  ])("Q21 tells a refused choice from other refusals: %i %s", async (status, said) => {
    const reply = statusReply(status, said);
    expect(await failureWith([reply], {}, forced)).toMatchObject({ fault: "choice-refused" });
    expect(await failureWith([reply])).toMatchObject({ fault: "refused" });
  });

  it("takes other refusals of a forced choice for what they are", async () => {
    const reply = statusReply(400, "Too long.");
    expect(await failureWith([reply], {}, forced)).toMatchObject({ fault: "refused" });
  });
});

describe("a server that answers something else", () => {
  it.each([200, 502])("tells HTML with the status %i", async (status) => {
    const reply = { html: "<!doctype html><script>alert(1)</script>", status };
    expect(await failureWith([reply])).toMatchObject({
      fault: "unavailable",
      message: `openai-compatible/scripted answered ${status}: HTML, not JSON (asked 1 time).`,
    });
  });

  it.each<[string, Scripted]>([
    ["no choice", { status: 200, body: { choices: [] } }],
    ["no answer", { status: 200, body: { choices: "none" } }],
    ["no JSON", { status: 200, body: "data: {}" }],
    ["nothing", { status: 200 }],
    ["an answer that broke off", { text: "", finish: "strange" }],
  ])("takes %s for a failure that may pass", async (_, reply) => {
    expect(await failureWith([reply])).toMatchObject({ fault: "unavailable" });
  });

  it("shows an error that came with the status 200", async () => {
    const reply = { status: 200, body: { error: { message: "The upstream is down." } } };
    const { message } = await failureWith([reply]);
    expect(message).toContain("no usable answer: The upstream is down");
  });

  it("asks nobody where calls of the conversation have no results", async () => {
    const call = { role: "tool-call", callId: "call-1", tool: "look", params: {} } as const;
    const request = modelRequest({ items: [call] });
    expect(await failureWith([], { retries: 2 }, request)).toMatchObject({ fault: "refused" });
  });

  it("does not ask again where a filter stopped the answer", async () => {
    const reply = { text: "I", finish: "content_filter" };
    expect(await failureWith([reply], { retries: 2 })).toMatchObject({ fault: "refused" });
  });

  it("reads no answer of more than 16 MB", async () => {
    const huge = { text: "x".repeat(17 * 1024 * 1024) };
    expect(await failureWith([huge], { retries: 2 })).toMatchObject({
      fault: "refused",
      message: expect.stringContaining("more than 16 MB"),
    });
  });

  it.each([301, 307])(
    "follows no redirect with %i, which would carry the key away",
    async (status) => {
      const elsewhere = await openAiServer([]);
      const reply = { status, headers: { location: `${elsewhere.baseUrl}/chat/completions` } };
      expect(await failureWith([reply])).toMatchObject({
        fault: "refused",
        message: expect.stringContaining(`redirects to ${elsewhere.baseUrl}/chat/completions`),
      });
    },
  );
});

describe("a connection that fails", () => {
  it("tells a body that was cut off, and a connection that was closed", async () => {
    expect(await failureWith([{ text: "Done.", cutAfter: 20 }])).toMatchObject({
      fault: "unavailable",
      message: expect.stringContaining("cannot be reached"),
    });
    expect(await failureWith([{ refuse: true }])).toMatchObject({ fault: "unavailable" });
  });

  it("tells a server that is not there, with what the system says", async () => {
    const baseUrl = await closedAddress();
    const { port } = await openedModel(modelSettings(baseUrl));
    await expect(port.generate(modelRequest())).rejects.toMatchObject({
      fault: "unavailable",
      message: expect.stringMatching(
        /^openai-compatible\/scripted cannot be reached: connect ECONNREFUSED 127\.0\.0\.1/,
      ),
    });
  });

  it("gives up a server that hangs", async () => {
    const limit = new AbortController();
    const server = await openAiServer([
      () => {
        limit.abort();
        return { hang: true };
      },
    ]);
    const opened = await openModel(modelSettings(server.baseUrl, { timeout: 5000 }), {
      places: OWN_PACKAGES,
      after: () => limit.signal,
    });
    if ("fault" in opened) throw new Error(opened.fault);
    await expect(opened.port.generate(modelRequest())).rejects.toMatchObject({
      fault: "unavailable",
      message: "The model did not answer within 5 s (asked 1 time).",
    });
  });

  it("ends at once where the run is stopped", async () => {
    const stop = new AbortController();
    const server = await openAiServer([
      () => {
        stop.abort();
        return { hang: true };
      },
    ]);
    const { port } = await openedModel(modelSettings(server.baseUrl, { retries: 5 }));
    const asking = port.generate(modelRequest({ signal: stop.signal }));
    await expect(asking).rejects.toMatchObject({ name: "CancelledError" });
  });
});

describe("a server that is asked again", () => {
  it("answers after failures, and the answer says how often it was asked", async () => {
    const server = await openAiServer([
      statusReply(500, "Down."),
      { text: "Do", cutAfter: 10 },
      { html: "<html>" },
      { text: "Done." },
    ]);
    const { port, waits } = await openedModel(modelSettings(server.baseUrl, { retries: 3 }));
    expect(await port.generate(modelRequest())).toMatchObject({ text: "Done.", attempts: 4 });
    expect(waits).toEqual([1000, 2000, 4000]);
    const [first, ...others] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(others).toEqual([first, first, first]);
  });

  it.each([
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after-ms": "250", "retry-after": "3" }, 250],
    [
      {
        date: "Sun, 22 Nov 2026 09:00:00 GMT",
        "retry-after": "Sun, 22 Nov 2026 09:00:07 GMT",
      },
      7000,
    ],
    [{ "retry-after": "soon" }, 1000],
  ])("waits as long as %j says", async (headers, wait) => {
    const server = await openAiServer([statusReply(429, "Slow.", headers), { text: "Done." }]);
    const { port, waits } = await openedModel(modelSettings(server.baseUrl, { retries: 1 }));
    expect(await port.generate(modelRequest())).toMatchObject({ attempts: 2 });
    expect(waits).toEqual([wait]);
  });

  it("is given up where it limits the rate for ever", async () => {
    const slow = statusReply(429, "Slow.", { "retry-after": "1" });
    expect(await failureWith([slow, slow, slow], { retries: 2 })).toMatchObject({
      fault: "rate-limited",
      message: "openai-compatible/scripted answered 429: Slow (asked 3 times).",
      retryAfter: 1000,
      waits: [1000, 1000],
    });
  });

  it("is not asked again after what will not pass", async () => {
    expect(await failureWith([statusReply(400, "Too long.")], { retries: 5 })).toMatchObject({
      fault: "refused",
      waits: [],
    });
  });
});
