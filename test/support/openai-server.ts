import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { templateFault } from "./strict-templates.ts";

/** What a client asked. */
interface ReceivedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed; the text itself where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any field of it
  readonly body: any;
}

/** A call in an answer. */
interface ScriptedCall {
  readonly name: string;
  /** A text is sent as it is: it need not be JSON. */
  readonly arguments?: unknown;
  /** Default: `server-call-<n>`, counted over all answers. */
  readonly id?: string;
}

/** An answer in the protocol of chat completions. */
interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** `null` leaves it out. Default: 10 tokens in, 5 out. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  /** `finish_reason`. Default: `tool_calls` or `stop`. */
  readonly finish?: string;
  /** Is sent so many milliseconds later. */
  readonly delay?: number;
  /** Sends only so many bytes of the body, then closes the connection. */
  readonly cutAfter?: number;
}

/** What a server does with one request. */
type ScriptedReply =
  | ScriptedAnswer
  /** An object is sent as JSON, a text as it is. */
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Nothing is answered until the test is over. */
  | { readonly hang: true }
  | { readonly html: string; readonly status?: number }
  /** The connection is closed without an answer. */
  | { readonly refuse: true };

/** A reply, or what makes it of the request. */
export type Scripted = ScriptedReply | ((request: ReceivedRequest) => ScriptedReply);

/** A server that speaks the protocol of chat completions, as a test scripted it. */
export interface OpenAiServer {
  /** With `/v1`, as `model.baseUrl` of a recipe. */
  readonly baseUrl: string;
  /** In the order in which they came. */
  readonly requests: readonly ReceivedRequest[];
}

/**
 * Starts a server on 127.0.0.1 that gives these replies, one to each request in order, whatever the path is. It
 * refuses chat completions that some family of models refuses (strict-templates.ts). It ends with the test, and the test fails where it was asked more often than that; `isEveryReplyUsed` makes it
 * fail also where it was asked less often.
 */
export async function openAiServer(
  replies: readonly Scripted[],
  { isEveryReplyUsed = true }: { readonly isEveryReplyUsed?: boolean } = {},
): Promise<OpenAiServer> {
  const requests: ReceivedRequest[] = [];
  const given = new Set<unknown>();
  let calls = 0;
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    const scripted = replies[requests.length];
    requests.push(request);
    const fault = incoming.url?.endsWith("/completions")
      ? templateFault(request.body, given)
      : undefined;
    if (fault !== undefined) return send(response, 400, { error: { message: fault } });
    if (scripted === undefined) return send(response, 400, { error: { message: "not scripted" } });
    const reply = typeof scripted === "function" ? scripted(request) : scripted;
    if ("hang" in reply) return;
    if ("refuse" in reply) return void incoming.socket.destroy();
    if ("html" in reply) return send(response, reply.status ?? 200, reply.html, HTML);
    if ("status" in reply) {
      noteIds(reply.body, given);
      return send(response, reply.status, reply.body ?? "", reply.headers);
    }
    if (reply.delay !== undefined) await new Promise((done) => setTimeout(done, reply.delay));
    const answer = completionOf(reply, requests.length, () => `server-call-${calls++}`);
    noteIds(answer, given);
    if (request.body?.stream === true) return sendStream(response, answer, reply.cutAfter);
    if (reply.cutAfter === undefined) return send(response, 200, answer);
    cut(response, "application/json", JSON.stringify(answer), reply.cutAfter);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const [asked, scripted] = [requests.length, replies.length];
    if (asked > scripted || (isEveryReplyUsed && asked < scripted))
      throw new Error(`The server was asked ${asked} times; ${scripted} replies were scripted.`);
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

/** Notes the ids of the calls in an answer: a server takes back those that it gave. */
// biome-ignore lint/suspicious/noExplicitAny: a test scripts any body
function noteIds(body: any, given: Set<unknown>): void {
  for (const { message } of body?.choices ?? [])
    for (const { id } of message?.tool_calls ?? []) given.add(id);
}

const HTML = { "content-type": "text/html" };

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { method = "", url = "", headers } = incoming;
  return { method, path: url, headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function completionOf(
  { text, calls = [], usage = { input: 10, output: 5 }, finish }: ScriptedAnswer,
  number: number,
  nextId: () => string,
) {
  const toolCalls = calls.map(({ name, arguments: given = {}, id }) => ({
    id: id ?? nextId(),
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  return {
    id: `completion-${number}`,
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text ?? null,
          ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
        },
        finish_reason: finish ?? (toolCalls.length > 0 ? "tool_calls" : "stop"),
      },
    ],
    ...(usage !== null && {
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
      },
    }),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): void {
  response.writeHead(status, headers);
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** The same answer in one chunk, as a server sends it that was asked to stream. */
function sendStream(
  response: ServerResponse,
  { choices, ...completion }: ReturnType<typeof completionOf>,
  cutAfter: number | undefined,
): void {
  const deltas = choices.map(({ message: { tool_calls: toolCalls, ...message }, ...choice }) => ({
    ...choice,
    delta: {
      ...message,
      ...(toolCalls !== undefined && {
        tool_calls: toolCalls.map((call, index) => ({ index, ...call })),
      }),
    },
  }));
  const chunk = { ...completion, object: "chat.completion.chunk", choices: deltas };
  const events = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  cut(response, "text/event-stream", events, cutAfter ?? Number.POSITIVE_INFINITY);
}

function cut(response: ServerResponse, type: string, text: string, cutAfter: number): void {
  const bytes = Buffer.from(text);
  response.writeHead(200, { "content-type": type, "content-length": bytes.length });
  if (cutAfter >= bytes.length) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}
