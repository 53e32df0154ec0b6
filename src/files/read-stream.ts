import { addAbortSignal, type Readable } from "node:stream";

/** The outcome of reading a stream to its end. */
export type StreamRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large" }
  /** The signal fired first. */
  | { readonly kind: "stopped" }
  | { readonly kind: "unreadable"; readonly why: string };

/** Reads a stream of at most `maxBytes` to its end; gives up as soon as the signal fires. The stream is used up. */
export async function readStream(
  stream: Readable,
  maxBytes: number,
  signal: AbortSignal,
): Promise<StreamRead> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      const bytes = Buffer.from(chunk as Uint8Array | string);
      size += bytes.length;
      if (size > maxBytes) {
        stream.destroy();
        return { kind: "too-large" };
      }
      chunks.push(bytes);
    }
    return { kind: "bytes", bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (signal.aborted) return { kind: "stopped" };
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: "unreadable", why: code ?? message };
  }
}
