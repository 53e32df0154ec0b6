import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
const HOOK = pathToFileURL(resolve(import.meta.dirname, "fault-hook.mjs")).href;

/** The longest time that a command of these tests may take; milliseconds. */
const PATIENCE = 60_000;

/** The outcome of a process. */
export interface ChildOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The output of its fourth stream, to which fault-hook.mjs writes. */
  readonly notice: string;
}

/** A process of the built command. */
export interface Child {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Settles just before its first change of the disk. */
  readonly begun: Promise<void>;
  readonly outcome: Promise<ChildOutcome>;
}

/** Starts the command in a real process, as a user does. */
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
  const out = { stdout: "", stderr: "", notice: "" };
  child.stdout?.on("data", (text) => {
    out.stdout += text;
  });
  child.stderr?.on("data", (text) => {
    out.stderr += text;
  });
  const begun = new Promise<void>((fulfil) => {
    child.stdio[3]?.on("data", (text) => {
      out.notice += text;
      fulfil();
    });
    child.once("exit", () => fulfil());
  });
  const outcome = once(child, "close").then(([code, signal]) => ({ code, signal, ...out }));
  return {
    pid: child.pid ?? 0,
    kill: (signal) => {
      child.kill(signal);
    },
    begun,
    outcome,
  };
}

/** Runs the command to its end. */
export function runChild(...args: Parameters<typeof startChild>): Promise<ChildOutcome> {
  return startChild(...args).outcome;
}
