import { constants, createReadStream, openSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { readStream } from "../../files/read-stream.ts";
import type { World } from "../../model/world.ts";
import { shown } from "../../shared/shown.ts";
import { LoadingStopped } from "./loading-stop.ts";

/** What the caller names: its noun for messages, and the most bytes that it may have. */
interface NamedInput {
  /** Relative to the working directory, absolute, or `-` for standard input. */
  readonly named: string;
  /** `list of files`. */
  readonly noun: string;
  readonly maxBytes: number;
}

/** The bytes of an input, or a sentence that says why they cannot be had. */
type InputRead = { readonly what: string; readonly bytes: Uint8Array } | { readonly fault: string };

/**
 * Reads what the caller names: a file, a pipe, or standard input, which is waited for until the signal fires. Throws
 * `LoadingStopped` then.
 */
export async function readNamedInput(
  { named, noun, maxBytes }: NamedInput,
  { cwd, standardInput }: Pick<World, "cwd" | "standardInput">,
  signal: AbortSignal,
): Promise<InputRead> {
  const isInput = named === "-";
  const what = isInput ? "Standard input" : `The ${noun} ${shown(named)}`;
  const stream = isInput ? standardInput?.() : await openFile(resolve(cwd, named));
  if (stream === undefined)
    return {
      fault: isInput
        ? `There is no standard input to read a ${noun} from, or it is a terminal.`
        : `${what} does not exist, or is neither a file nor a pipe.`,
    };
  const read = await readStream(stream, maxBytes, signal);
  if (read.kind === "stopped") throw new LoadingStopped();
  if (read.kind === "bytes") return { what, bytes: read.bytes };
  return {
    fault:
      read.kind === "too-large"
        ? `${what} has more than ${maxBytes} bytes.`
        : `${what} cannot be read (${read.why}).`,
  };
}

/** A device or a folder is not opened. A pipe is, without waiting for a writer: that wait could not be ended. */
async function openFile(absolute: string): Promise<Readable | undefined> {
  const stats: Stats | undefined = await stat(absolute).catch(() => undefined);
  if (stats?.isFile() === true) return createReadStream(absolute);
  if (stats?.isFIFO() !== true) return undefined;
  const fd = openSync(absolute, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
