import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ByteReader } from "./read-bytes.ts";
import { realPathOf } from "./real-path.ts";

/** The outcome of reading a whole file. */
export type BoundedRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" | "not-a-file" | "too-large" }
  | { readonly kind: "unreadable"; readonly why: string };

/** Reads a file of at most `maxBytes` that the caller named: links are followed, and a pipe or device is not opened. */
export async function readBounded(absolute: string, maxBytes: number): Promise<BoundedRead> {
  const stats = await stat(absolute).catch((error: NodeJS.ErrnoException) => error);
  if (stats instanceof Error) {
    const { code, message } = stats;
    if (code === "ENOENT") return { kind: "missing" };
    return { kind: "unreadable", why: code ?? message };
  }
  if (!stats.isFile()) return { kind: "not-a-file" };
  const real = realPathOf(absolute);
  if (real === undefined) return { kind: "missing" };
  return readBoundedIn(new ByteReader(dirname(real)), basename(real), maxBytes);
}

/** Reads a file of at most `maxBytes` below the root of a reader; no link is followed. */
export function readBoundedIn(reader: ByteReader, path: string, maxBytes: number): BoundedRead {
  const part = reader.readPart(path, 0, maxBytes + 1);
  if (part.kind === "bytes") {
    const isLarge = part.total > maxBytes || part.bytes.length > maxBytes;
    return isLarge ? { kind: "too-large" } : { kind: "bytes", bytes: part.bytes };
  }
  if (part.why === "vanished") return { kind: "missing" };
  if (part.detail === "not a regular file") return { kind: "not-a-file" };
  return { kind: "unreadable", why: part.detail ?? part.why };
}
