import { isUtf8 } from "node:buffer";
import type { FileRead } from "../model/workspace.ts";
import { sha256 } from "../shared/sha256.ts";

/** The largest file that is parsed, in bytes. Above it are generated bundles, not source. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The beginning of a file that is searched for a NUL byte. */
const BINARY_PROBE_BYTES = 8192;

/** A BOM stays in the text, so that it is written back (A23). */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes bytes as text, or returns the reason why they are not text. UTF-16 is refused, not garbled. */
export function decodeText(bytes: Uint8Array): FileRead {
  const fault = findTextFault(bytes);
  return fault ?? { kind: "text", text: decoder.decode(bytes), hash: sha256(bytes) };
}

/** Returns the reason why bytes cannot be edited as text, or undefined if they can. Does not decode them. */
export function findTextFault(
  bytes: Uint8Array,
): Extract<FileRead, { kind: "unusable" }> | undefined {
  if (bytes.length > MAX_FILE_BYTES)
    return { kind: "unusable", why: "too-large", detail: `${bytes.length} bytes` };
  if (isUtf16(bytes)) return { kind: "unusable", why: "not-utf8", detail: "UTF-16" };
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return { kind: "unusable", why: "binary" };
  return isUtf8(bytes) ? undefined : { kind: "unusable", why: "not-utf8" };
}

/** True if bytes begin as a text in UTF-16 does. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
