import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
const HOOK = pathToFileURL(resolve(import.meta.dirname, "fault-hook.mjs")).href;

/** Longer than this no command of these tests may take; milliseconds. */
const PATIENCE = 60_000;

/** How a process ended. */
export interface EndedChild {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote to its fourth stream. */
  readonly told: string;
}

/** A process of the built command. */
export interface Child {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Settles when its first change of the disk is about to be. */
  readonly begun: Promise<void>;
  readonly ended: Promise<EndedChild>;
}

/** Starts the command as people do, with a real process of its own. */
export function startChild(
  root: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  prefix: readonly string[] = [],
): Child {
  const command = [...prefix, process.execPath, "--import", HOOK, MAIN, ...argv];
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    timeout: PATIENCE,
    killSignal: "SIGKILL",
  });
  const out = { stdout: "", stderr: "", told: "" };
  child.stdout?.on("data", (text) => {
    out.stdout += text;
  });
  child.stderr?.on("data", (text) => {
    out.stderr += text;
  });
  const begun = new Promise<void>((fulfil) => {
    child.stdio[3]?.on("data", (text) => {
      out.told += text;
      fulfil();
    });
    child.once("exit", () => fulfil());
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...out }));
  return {
    pid: child.pid ?? 0,
    kill: (signal) => {
      child.kill(signal);
    },
    begun,
    ended,
  };
}

/** The same, to its end. */
export function runChild(...args: Parameters<typeof startChild>): Promise<EndedChild> {
  return startChild(...args).ended;
}
