import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { besidesLoss } from "./besides-loss.ts";
import { runAgain } from "./prompt-run.ts";
import { tempTree } from "./temp-tree.ts";

/** The providers whose protocols a checking server speaks. */
export type Provider = "openai-compatible" | "openai" | "anthropic" | "google";

/** A call as a server gives it; without an id, or with one that is no text, if the test is about that. */
interface Given {
  readonly id?: unknown;
  readonly path: string;
}

const OPS = [{ pat: "old($A)", out: "fresh($A)" }];
const argumentsOf = ({ path }: Given) => ({ paths: [path], ops: OPS });

/** The body of an answer in the form of a provider. */
function bodyOf(provider: Provider, calls: readonly Given[]): unknown {
  const isDone = calls.length === 0;
  switch (provider) {
    case "openai-compatible": {
      const made = calls.map((call) => ({
        id: call.id,
        function: { name: "ast_edit", arguments: JSON.stringify(argumentsOf(call)) },
      }));
      const message = isDone ? { content: "Done." } : { content: null, tool_calls: made };
      return { id: "c", choices: [{ message, finish_reason: isDone ? "stop" : "tool_calls" }] };
    }
    case "openai": {
      const made = calls.map((call, index) => ({
        ...{ type: "function_call", id: `item-${index}`, call_id: call.id, name: "ast_edit" },
        arguments: JSON.stringify(argumentsOf(call)),
      }));
      const content = [{ type: "output_text", text: "Done.", annotations: [] }];
      const said = [{ type: "message", role: "assistant", id: "said", content }];
      const usage = { input_tokens: 1, output_tokens: 1 };
      return { id: "r", created_at: 0, model: "m", usage, output: isDone ? said : made };
    }
    case "anthropic": {
      const made = calls.map((call) => ({
        ...{ type: "tool_use", id: call.id, name: "ast_edit", input: argumentsOf(call) },
      }));
      return {
        ...{ id: "m", type: "message", role: "assistant", model: "m" },
        content: isDone ? [{ type: "text", text: "Done." }] : made,
        stop_reason: isDone ? "end_turn" : "tool_use",
        usage: { input_tokens: 1, output_tokens: 1 },
      };
    }
    case "google": {
      const made = calls.map((call) => ({
        functionCall: { id: call.id, name: "ast_edit", args: argumentsOf(call) },
      }));
      const content = { role: "model", parts: isDone ? [{ text: "Done." }] : made };
      return { candidates: [{ content, finishReason: "STOP" }] };
    }
  }
}

/** The fields that have an id of a call in requests, of calls and of results. */
const ID_FIELDS: Readonly<Record<Provider, RegExp>> = {
  "openai-compatible": /"(?:id|tool_call_id)":"((?:[^"\\]|\\.)*)"/g,
  openai: /"call_id":"((?:[^"\\]|\\.)*)"/g,
  anthropic: /"(?:id|tool_use_id)":"((?:[^"\\]|\\.)*)"/g,
  google: /"function(?:Call|Response)":\{"id":"((?:[^"\\]|\\.)*)"/g,
};

/** A server that refuses a request with an id that it did not give, as some do, if it is checking. */
async function checkingServer(
  provider: Provider,
  turns: readonly (readonly Given[])[],
  isChecking: boolean,
) {
  const given = new Set<unknown>();
  const sent: string[][] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const ids = [...Buffer.concat(chunks).toString().matchAll(ID_FIELDS[provider])].map(([, id]) =>
      JSON.parse(`"${id}"`),
    );
    const calls = turns[sent.length] ?? [];
    sent.push(ids);
    const unknown = ids.find((id) => !given.has(id));
    for (const { id } of calls) given.add(id);
    response.writeHead(unknown !== undefined && isChecking ? 400 : 200, {
      "content-type": "application/json",
    });
    response.end(JSON.stringify(bodyOf(provider, calls)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests: [], sent };
}

/** Runs a recipe whose model makes these calls, turn by turn, and then is done. */
export async function runWithIds(
  provider: Provider,
  turns: readonly (readonly Given[])[],
  { isChecking = false }: { readonly isChecking?: boolean } = {},
) {
  const server = await checkingServer(provider, turns, isChecking);
  const root = tempTree({ "src/a.ts": "old(1);\n", "src/b.ts": "old(2);\n" });
  const key = provider === "openai-compatible" ? "" : ", apiKeyEnv: SOME_KEY";
  const model = `{ provider: ${provider}, name: m, baseUrl: "SERVER", retries: 0, maxOutputTokens: 99${key} }`;
  const recipe = `version: 1\nname: r\nsteps:\n  - id: ask\n    prompt: Rewrite old().\n    model: ${model}\n`;
  const env = { SOME_KEY: "key-0123456789" };
  const { report } = await runAgain(root, recipe, server, { env });
  const items = report.transcripts[0]?.items ?? [];
  return {
    root,
    report,
    sent: server.sent,
    inTranscript: items.flatMap((item) => (item.role === "tool-call" ? [item.callId] : [])),
    results: items.flatMap((item) => (item.role === "tool-result" ? [item.callId] : [])),
    inActions: report.actions.map(({ callId, batchId, callIndex }) => [callId, batchId, callIndex]),
    alerts: besidesLoss(report.alerts).map(({ code, message }) => `${code}: ${message}`),
  };
}
