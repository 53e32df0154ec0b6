import type { ChildProcess } from "node:child_process";
import { messageOf } from "../message-of.ts";
import { endMarked, MARK_VARIABLE, nextMark } from "./end-marked.ts";
import { findSpawn } from "./find-spawn.ts";
import { IS_GROUPED, killGroup } from "./kill-group.ts";

/** The end of a command whose output is kept only as its tail. */
export interface TailResult {
  /** Its exit code; null if a signal ended it, if it was stopped, or if it never started. */
  readonly code: number | null;
  /** The signal that ended it without being stopped by Sluice, such as `SIGSEGV`. */
  readonly signal?: string;
  readonly stopped?: "timeout" | "aborted";
  /** The reason why it could not be started. */
  readonly startError?: string;
  /** The last bytes of both outputs, in the order in which they came. */
  readonly tail: string;
  /** The last bytes of standard error alone. */
  readonly errors: string;
  /** The bytes of both outputs before the tail, which are not kept. */
  readonly lost: number;
  /** Something that it started kept an output open, so that its end may be missing. */
  readonly isCut?: true;
}

/** The settings of such a command. */
export interface TailOptions {
  /** Absolute. */
  readonly cwd: string;
  /** All variables that it gets. */
  readonly env: Readonly<Record<string, string>>;
  /** The command is a text for the shell of the system. */
  readonly shell: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Bytes of the output that are kept. */
  readonly tailBytes: number;
  /** Called with each piece of an output; the bytes are valid until it returns. */
  readonly onOutput?: ((chunk: Buffer, of: "stdout" | "stderr") => void) | undefined;
}

/** The wait for the outputs of a command that has ended; milliseconds. A grandchild may hold them open. */
const GRACE = 200;

/**
 * Runs a command with a closed standard input, and resolves after its end. Never rejects. Everything that it
 * started ends with it, at the time limit, when the signal fires, and also if it leaves children behind: its group of
 * processes, and on Linux those that have left the group.
 */
export async function runForTail(
  [command = "", ...args]: readonly string[],
  options: TailOptions,
): Promise<TailResult> {
  const { cwd, env, shell, signal } = options;
  try {
    const spawn = await findSpawn();
    if (signal.aborted) return { code: null, stopped: "aborted", ...NOTHING };
    const mark = nextMark();
    const child = spawn(command, args, {
      cwd,
      env: { ...env, [MARK_VARIABLE]: mark },
      shell,
      detached: IS_GROUPED,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return await follow(child, mark, options);
  } catch (error) {
    return { code: null, startError: messageOf(error), ...NOTHING }; // No command has such a name or argument.
  }
}

const NOTHING = { tail: "", errors: "", lost: 0 };

type CommandEnd = Pick<TailResult, "code" | "signal" | "startError">;

/** If Sluice stopped the command, its exit code and its signal mean nothing. */
function resultOf(
  { code, ...more }: CommandEnd,
  stopped: TailResult["stopped"],
  kept: Pick<TailResult, "tail" | "errors" | "lost" | "isCut">,
): TailResult {
  return stopped === undefined ? { code, ...more, ...kept } : { code: null, stopped, ...kept };
}

function follow(
  child: ChildProcess,
  mark: string,
  { timeout, signal, tailBytes, onOutput }: TailOptions,
): Promise<TailResult> {
  return new Promise((resolve) => {
    const tail = new TailBytes(tailBytes);
    const errors = new TailBytes(tailBytes);
    let stopped: TailResult["stopped"];
    let ended: Pick<TailResult, "code" | "signal"> = { code: null };
    let grace: NodeJS.Timeout | undefined;
    const finish = (end: CommandEnd, cut: Pick<TailResult, "isCut"> = {}) => {
      clearTimeout(timer);
      clearTimeout(grace);
      signal.removeEventListener("abort", onAbort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      endMarked(mark);
      resolve(
        resultOf(end, stopped, { tail: tail.text, errors: errors.text, lost: tail.lost, ...cut }),
      );
    };
    const endSoon = () => {
      killGroup(child.pid);
      grace ??= setTimeout(() => finish(ended, { isCut: true }), GRACE);
    };
    const stop = (why: NonNullable<TailResult["stopped"]>) => () => {
      stopped ??= why;
      endSoon();
    };
    const onAbort = stop("aborted");
    const timer = setTimeout(stop("timeout"), timeout);
    signal.addEventListener("abort", onAbort);
    for (const output of [child.stdout, child.stderr])
      output?.on("data", (chunk: Buffer) => tail.add(chunk));
    child.stderr?.on("data", (chunk: Buffer) => errors.add(chunk));
    if (onOutput !== undefined)
      for (const of of ["stdout", "stderr"] as const)
        child[of]?.on("data", (chunk: Buffer) => onOutput(chunk, of));
    child.on("error", (error) => finish({ code: null, startError: error.message }));
    child.on("exit", (code, by) => {
      ended = by === null ? { code } : { code: null, signal: by };
      endSoon();
    });
    child.on("close", () => finish(ended));
  });
}

/** The last bytes of an output. */
class TailBytes {
  readonly #max: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    // A part of a larger buffer would keep all of it in memory.
    const kept = chunk.length > this.#max ? Buffer.from(chunk.subarray(-this.#max)) : chunk;
    this.#chunks.push(kept);
    this.#size += kept.length;
    if (this.#size <= 2 * this.#max) return;
    this.#chunks = [Buffer.concat(this.#chunks).subarray(-this.#max)];
    this.#size = this.#max;
  }

  /** The bytes that are not kept. */
  get lost(): number {
    return Math.max(0, this.#total - this.#max);
  }

  /** The tail as text; a character that was cut, or that is no UTF-8, is a replacement character. */
  get text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-this.#max);
    const first = this.lost === 0 ? 0 : bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
    return bytes.subarray(Math.max(0, first)).toString("utf8");
  }
}
