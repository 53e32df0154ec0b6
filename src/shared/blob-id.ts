import { createHash } from "node:crypto";

/** Returns the id that git gives to the bytes of a file, in a repository with this kind of object names. */
export function blobIdOf(bytes: Uint8Array, algorithm: "sha1" | "sha256" = "sha1"): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
