import { createHash } from "node:crypto";

/** Returns the sha256 of bytes or of a text's UTF-8 bytes, in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
