import type { ChildProcess } from "node:child_process";
import { messageOf } from "../message-of.ts";
import { findSpawn } from "./find-spawn.ts";
import { IS_GROUPED, killGroup } from "./kill-group.ts";

/** The outcome of a command. */
export interface CommandResult {
  /** Its exit code; null if a signal ended it, or if it never started. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The reason why it was stopped; absent if it ended by itself. */
  readonly stopped?: "timeout" | "aborted" | "output";
  /** The signal that ended it without being stopped by Sluice, such as `SIGSEGV`. */
  readonly signal?: string;
  /** The reason why it could not be started. */
  readonly startError?: string;
}

/** The settings of a command. */
export interface CommandOptions {
  /** Absolute. */
  readonly cwd: string;
  /** All variables that it gets; default: those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** True if everything that it started ends with it. Default: the outputs are read until all have closed them. */
  readonly endsGroup?: boolean;
  /** Its standard input; default: empty. */
  readonly input?: string;
  /** Milliseconds; default: no limit. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** The most bytes of each of its outputs; above it the command is stopped. Default: 16 MiB. */
  readonly maxOutput?: number;
}

/** The wait for the outputs of a command that was stopped; milliseconds. */
const GRACE = 200;

/** The outcome of a command that never ran, without the reason. */
const NEVER_RAN = { code: null, stdout: "", stderr: "" } as const;

/**
 * Runs a command without a shell, and resolves after it has ended. Never rejects. A command is stopped together with
 * everything that it started; if the signal has already fired, nothing is started.
 */
export async function runCommand(
  [command = "", ...args]: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  try {
    const detached = IS_GROUPED;
    const spawn = await findSpawn();
    if (options.signal?.aborted) return { ...NEVER_RAN, stopped: "aborted" };
    return await follow(
      spawn(command, args, { cwd: options.cwd, env: options.env, detached, windowsHide: true }),
      options,
    );
  } catch (error) {
    // The name or an argument is not valid for any command.
    return { ...NEVER_RAN, startError: messageOf(error) };
  }
}

/** Passes the input to a command that was started, collects its output, and stops it if necessary. */
function follow(
  child: ChildProcess,
  { input = "", timeout, signal, maxOutput = 16 * 1024 * 1024, endsGroup }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const outputs = { stdout: new Collected(maxOutput), stderr: new Collected(maxOutput) };
    const end = (outcome: Omit<CommandResult, "stdout" | "stderr">) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve({ stdout: outputs.stdout.text(), stderr: outputs.stderr.text(), ...outcome });
    };
    let stopped: CommandResult["stopped"];
    const stop = (why: NonNullable<CommandResult["stopped"]>) => {
      if (stopped !== undefined) return;
      stopped = why;
      killGroup(child.pid);
      // A grandchild that left the group may hold the outputs open.
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
    child.stdin?.on("error", () => undefined); // The command may end without reading.
    child.stdin?.end(input);
    child.on("error", (error) => end({ code: null, startError: error.message }));
    if (endsGroup)
      child.on("exit", () => {
        killGroup(child.pid);
        // A process that left the group may hold the outputs open.
        setTimeout(() => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, GRACE).unref();
      });
    child.on("close", (code, endedBy) => {
      if (stopped !== undefined) end({ code, stopped });
      else if (endedBy === null) end({ code });
      else end({ code, signal: endedBy });
    });
  });
}

/** The beginning of an output, up to a limit. */
class Collected {
  readonly #max: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns false if the limit is exceeded. */
  add(chunk: Buffer): boolean {
    this.#chunks.push(chunk.subarray(0, Math.max(0, this.#max - this.#size)));
    this.#size += chunk.length;
    return this.#size <= this.#max;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
