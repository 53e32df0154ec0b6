import { createHash } from "node:crypto";

/** True if a text has a hash; null stands for a file that does not exist, and has the empty text. */
export function hasHash(text: string, hash: string | null): boolean {
  return hash === null ? text === "" : sha256(text) === hash;
}

/** Returns the sha256 of bytes or of a text's UTF-8 bytes, in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
