import { PassThrough } from "node:stream";
import {
  type CallToolResult,
  Client,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { MCP_USE_CASES } from "../../src/cli/commands/all-commands.ts";
import { type McpWorld, serveMcp } from "../../src/mcp/serve-mcp.ts";
import type { McpUseCases } from "../../src/mcp/use-cases.ts";
import { readOptions, type WrittenOptions } from "../../src/request/options/read-options.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { gitOnly, SHIPPED_RECIPES } from "./run-cli.ts";

/** A server in this process, and both ends of its standard streams. */
export interface ServedMcp {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  /** The log so far. */
  readonly log: () => string;
  /** Resolves with the exit code. */
  readonly exitCode: Promise<number>;
}

const runs = { last: 0 };

/** Starts a server in this process, with options as `readOptions` takes them. */
export function serve(
  root: string,
  written: WrittenOptions = { policy: ["apply-all"] },
  more: Partial<McpWorld> = {},
  useCases: Partial<McpUseCases> = {},
): ServedMcp {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const log: string[] = [];
  const read = readOptions("mcp", written);
  if (read.kind === "faults") throw new Error(JSON.stringify(read.faults));
  let clock = Date.UTC(2026, 0, 1);
  const exitCode = serveMcp(
    read.options,
    {
      cwd: root,
      env: gitOnly(),
      standardInput: () => stdin,
      stdout: { write: (text) => void stdout.write(text) },
      stderr: { write: (text) => void log.push(text) },
      now: () => (clock += 1),
      newRunId() {
        runs.last += 1;
        return `run-${String(runs.last).padStart(6, "0")}`;
      },
      self: ownProcess(process),
      interrupted: new AbortController().signal,
      after: () => new AbortController().signal,
      shippedRecipes: SHIPPED_RECIPES,
      ownFolder: `${import.meta.dirname}/../../`,
      version: "0.0.0",
      build: "0.0.0",
      ...more,
    },
    { ...MCP_USE_CASES, ...useCases },
  );
  onTestFinished(async () => {
    stdin.end();
    await exitCode;
  });
  return { stdin, stdout, log: () => log.join(""), exitCode };
}

/** The client's end of the streams. */
function clientTransport({ stdin, stdout }: ServedMcp): Transport {
  let rest = "";
  const transport: Transport = {
    async start() {
      stdout.on("data", (bytes: Buffer) => {
        const lines = `${rest}${bytes.toString()}`.split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      stdin.end();
      transport.onclose?.();
    },
  };
  return transport;
}

/** A client that is connected to a server in this process. */
export interface ConnectedMcp extends ServedMcp {
  readonly client: Client;
  /** Calls a tool, and returns its answer for programs beside the text. */
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** The answer to a call. */
interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the keys that it looks at
  readonly data: any;
}

/** Starts a server in this process and connects a client of the newer package, in the newer era. */
export async function connect(...of: Parameters<typeof serve>): Promise<ConnectedMcp> {
  const served = serve(...of);
  const options = { versionNegotiation: { mode: "auto" } } as const;
  const client = new Client({ name: "test", version: "0" }, options);
  await client.connect(clientTransport(served));
  return {
    ...served,
    client,
    call: async (name, input = {}) =>
      answerOf((await client.callTool({ name, arguments: input })) as CallToolResult),
  };
}

/** Returns the parts of an answer that tests look at. */
function answerOf({ content, structuredContent, isError }: CallToolResult): ToolAnswer {
  const [first] = content;
  return {
    text: first?.type === "text" ? first.text : "",
    data: structuredContent,
    isError: isError === true,
  };
}
