import { resolve } from "node:path";
import picocolors from "picocolors";
import { openSources } from "../config/sources/open-sources.ts";
import type { EmitEvent } from "../model/events.ts";
import { exitOf, signalCodeOf } from "../model/exit-code.ts";
import type { World } from "../model/world.ts";
import { prettyNotice } from "../report/pretty-notice.ts";
import { terminalBlock } from "../report/terminal-text.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import { createServer } from "./create-server.ts";
import { LineTransport } from "./line-transport.ts";
import { loadServer } from "./load-server.ts";
import { type McpOptions, McpSession } from "./session.ts";
import type { McpUseCases } from "./use-cases.ts";

/** The world of the server: its standard output has messages of the protocol alone, its log is standard error. */
export interface McpWorld extends World {
  readonly stdout: {
    write(text: string): void;
    writeCommands?(text: string): void;
    drained?(): Promise<void>;
  };
  readonly stderr: { write(text: string): void };
}

/**
 * `sluice mcp`: serves one client over standard input and output until it closes them or a signal comes, and returns
 * the exit code. Calls that run are ended first, with the tree whole.
 */
export async function serveMcp(
  options: McpOptions,
  outer: McpWorld,
  useCases: McpUseCases,
): Promise<number> {
  const { stdout, stderr, ...whole } = outer;
  // A run takes keys of models out of the environment of the process; later runs of the same process need them, too.
  const world: World = { ...whole, env: { ...whole.env } };
  const root = resolve(world.cwd, options.root ?? ".");
  const log = (message: string) => stderr.write(`sluice: ${terminalBlock(message)}\n`);
  const invalid = (message: string) => {
    log(message);
    return exitOf({ invalid: true }).exitCode;
  };
  const input = world.standardInput?.();
  if (input === undefined) return invalid(NO_CLIENT);
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) return invalid(rootFault.message);
  const opened = await openSources({ ...options, root }, world, world.interrupted);
  if (opened.kind === "refused") return invalid(opened.fault.message);
  const kit = await loadServer({ root, packages: options.packages }, world);
  if ("fault" in kit) return invalid(kit.fault);
  const fixed = { root, options, trust: opened.trust.mode };
  const session = new McpSession(fixed, { world, useCases, log: logOf(options, stderr) });
  const output = {
    write: (text: string) => (stdout.writeCommands ?? stdout.write)(text),
    drained: async () => stdout.drained?.(),
  };
  const ended = new AbortController();
  const transport = new LineTransport({ input, output });
  const parts = { kit, session, ended: ended.signal, log };
  const handle = kit.serveStdio(() => createServer(parts), {
    transport,
    onerror: ({ message }) => log(message.slice(0, MOST_LOGGED)),
  });
  await closed(transport, world.interrupted);
  ended.abort();
  await handle.close();
  await session.slots.idle();
  return signalCodeOf(world.interrupted) ?? 0;
}

const MOST_LOGGED = 500;

const NO_CLIENT =
  "`mcp` speaks with a client over standard input and output. Name `sluice mcp` as the command of " +
  "a server in the settings of an agent.";

/** Resolves when the client is gone, or when the signal fires. */
function closed(transport: LineTransport, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function logOf(style: McpOptions, { write }: McpWorld["stderr"]): EmitEvent {
  const colors = picocolors.createColors(false);
  return (event) => {
    if (event.type === "diagnostic") return; // The client gets it.
    write(prettyNotice(event, style, colors));
  };
}
