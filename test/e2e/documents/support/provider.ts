import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A message as a server of chat completions gets it. */
interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** A request as the server got it. */
export interface Asked {
  readonly messages: readonly Message[];
  readonly tool_choice?: unknown;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A call of a tool in an answer. Its id is `provider-<n>` unless it is given; `null` leaves it out. */
export interface Call {
  readonly name: string;
  readonly params: unknown;
  readonly id?: string | null;
}

/** An answer of the model: its calls, its text, or both; or a refusal with a status. */
export interface Answer {
  readonly calls?: readonly Call[];
  readonly text?: string;
  readonly finish?: string;
  readonly refusal?: { readonly status: number; readonly message: string };
  /** An answer to the letter, in another protocol. */
  readonly body?: unknown;
  /** Called when the request is there; nothing is answered. */
  readonly hang?: () => void;
}

export type Reply = Answer | ((asked: Asked) => Answer);

/** Serves these replies on loopback, one a request, in the protocol of chat completions, and notes the requests. */
export async function provider(replies: readonly Reply[]) {
  const requests: Asked[] = [];
  let made = 0;
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (part) => {
      body += part;
    });
    incoming.on("end", () => {
      const asked: Asked = JSON.parse(body);
      const reply = replies[requests.length] ?? { text: "Nothing is left to do." };
      requests.push(asked);
      const answer = typeof reply === "function" ? reply(asked) : reply;
      if (answer.hang) return answer.hang();
      const { refusal } = answer;
      response.writeHead(refusal?.status ?? 200, { "content-type": "application/json" });
      const sent = refusal
        ? { error: { message: refusal.message } }
        : (answer.body ?? completion(answer, () => `provider-${++made}`));
      response.end(JSON.stringify(sent));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // Listens on a port, not on a pipe.
  return { host: `127.0.0.1:${port}`, baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

function completion({ calls = [], text, finish }: Answer, nextId: () => string) {
  const made = calls.map(({ name, params, id = nextId() }) => ({
    ...(id !== null && { id }),
    type: "function",
    function: { name, arguments: typeof params === "string" ? params : JSON.stringify(params) },
  }));
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(made.length > 0 && { tool_calls: made }),
  };
  const reason = finish ?? (made.length > 0 ? "tool_calls" : "stop");
  return {
    id: "completion",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

/** The calls of tools that a request forces: the name of the tool, or the word for the choice. */
export function choices(requests: readonly Asked[]): unknown[] {
  return requests.map(({ tool_choice: choice }) =>
    typeof choice === "object" && choice !== null && "function" in choice
      ? (choice.function as { readonly name: string }).name
      : choice,
  );
}

/** The results of tools in a request, as texts. */
export function results({ messages }: Asked): string[] {
  return messages.flatMap(({ role, content }) => (role === "tool" ? [content ?? ""] : []));
}
