import { type ChildProcess, spawn } from "node:child_process";
import { messageOf } from "../message-of.ts";

/** What a command came to. */
export interface CommandResult {
  /** Its exit code; null where a signal ended it, or where it never started. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not end by itself; absent where it did. */
  readonly stopped?: "timeout" | "aborted" | "output";
  /** The signal with which it ended without being stopped, such as `SIGSEGV`. */
  readonly signal?: string;
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

/** What a command that never ran came to, but for the reason. */
const NEVER_RAN = { code: null, stdout: "", stderr: "" } as const;

/**
 * Runs a command without a shell, and answers once it is over. Never rejects. What is to be ended is ended with
 * everything that it started; where the signal has fired already, nothing is started.
 */
export async function runCommand(
  [command = "", ...args]: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  if (options.signal?.aborted === true) return { ...NEVER_RAN, stopped: "aborted" };
  try {
    const detached = IS_GROUPED;
    return await follow(
      spawn(command, args, { cwd: options.cwd, detached, windowsHide: true }),
      options,
    );
  } catch (error) {
    // A name or arguments that no command can have.
    return { ...NEVER_RAN, startError: messageOf(error) };
  }
}

/** Whether a command leads a group of its own, which holds everything that it starts. */
const IS_GROUPED = process.platform !== "win32";

/** Feeds a command that was started, collects what it prints, and ends it where it is to be ended. */
function follow(
  child: ChildProcess,
  { input = "", timeout, signal, maxOutput = 16 * 1024 * 1024 }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const outputs = { stdout: new Collected(maxOutput), stderr: new Collected(maxOutput) };
    const end = (how: Omit<CommandResult, "stdout" | "stderr">) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve({ stdout: outputs.stdout.text(), stderr: outputs.stderr.text(), ...how });
    };
    let stopped: CommandResult["stopped"];
    const stop = (why: NonNullable<CommandResult["stopped"]>) => {
      if (stopped !== undefined) return;
      stopped = why;
      killAll(child.pid);
      // A grandchild that escaped may hold the outputs open.
      setTimeout(() => end({ code: null, stopped: why }), GRACE).unref();
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const onAbort = () => stop("aborted");
    const timer = timeout === undefined ? undefined : setTimeout(() => stop("timeout"), timeout);
    signal?.addEventListener("abort", onAbort);
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (chunk: Buffer) => {
        if (!outputs[name].add(chunk)) stop("output");
      });
    child.stdin?.on("error", () => undefined); // It may end without reading.
    child.stdin?.end(input);
    child.on("error", (error) => end({ code: null, startError: error.message }));
    child.on("close", (code, endedBy) => {
      if (stopped !== undefined) end({ code, stopped });
      else end({ code, ...(endedBy === null ? {} : { signal: endedBy }) });
    });
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

function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(IS_GROUPED ? -pid : pid, "SIGKILL");
  } catch {
    // It is over already.
  }
}
