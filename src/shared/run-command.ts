import { spawn } from "node:child_process";

/** What a command came to. */
export interface CommandResult {
  /** Its exit code; null where a signal ended it, or where it never started. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not end by itself; absent where it did. */
  readonly stopped?: "timeout" | "aborted" | "output";
  /** Why it could not be started. */
  readonly startError?: string;
}

/** How a command is run. */
export interface CommandOptions {
  /** Absolute. */
  readonly cwd: string;
  /** What it reads; default: nothing. */
  readonly input?: string;
  /** Milliseconds; default: no limit. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Bytes of each of its outputs; more ends it. Default 16 MB. */
  readonly maxOutput?: number;
}

/** How long a command's outputs are waited for once it was ended; milliseconds. */
const GRACE = 200;

/**
 * Runs a command without a shell, and answers once it is over. Never rejects. What is to be ended is ended with
 * everything that it started.
 */
export function runCommand(
  [command = "", ...args]: readonly string[],
  { cwd, input = "", timeout, signal, maxOutput = 16 * 1024 * 1024 }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== "win32";
    const child = spawn(command, args, { cwd, detached: isGroup, windowsHide: true });
    const outputs = { stdout: new Collected(maxOutput), stderr: new Collected(maxOutput) };
    let stopped: CommandResult["stopped"];
    let startError: string | undefined;
    const end = (code: number | null) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve({
        code,
        stdout: outputs.stdout.text(),
        stderr: outputs.stderr.text(),
        ...(stopped === undefined ? {} : { stopped }),
        ...(startError === undefined ? {} : { startError }),
      });
    };
    const stop = (why: NonNullable<CommandResult["stopped"]>) => {
      if (stopped !== undefined) return;
      stopped = why;
      killAll(child.pid, isGroup);
      // A grandchild that escaped may hold the outputs open.
      setTimeout(() => end(null), GRACE).unref();
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onAbort = () => stop("aborted");
    const timer = timeout === undefined ? undefined : setTimeout(() => stop("timeout"), timeout);
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener("abort", onAbort);
    for (const name of ["stdout", "stderr"] as const)
      child[name].on("data", (chunk: Buffer) => {
        if (!outputs[name].add(chunk)) stop("output");
      });
    child.stdin.on("error", () => undefined); // It may end without reading.
    child.stdin.end(input);
    child.on("error", (error) => {
      startError = error.message;
      end(null);
    });
    child.on("close", end);
  });
}

/** An output as it comes, up to a limit. */
class Collected {
  readonly #max: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Answers whether there is room for more. */
  add(chunk: Buffer): boolean {
    this.#chunks.push(chunk.subarray(0, Math.max(0, this.#max - this.#size)));
    this.#size += chunk.length;
    return this.#size <= this.#max;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

function killAll(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isGroup ? -pid : pid, "SIGKILL");
  } catch {
    // It is over already.
  }
}
