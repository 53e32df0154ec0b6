import { constants } from "node:buffer";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { sha256 } from "../../shared/sha256.ts";

/** How much of a large file is read at a time; bytes. */
const PIECE = 1024 * 1024;

/** No text has more bytes than that: what is larger was never written by a run. */
const MAX_TEXT = 3 * constants.MAX_STRING_LENGTH;

/**
 * sha256 of an open file, in hex: what stands in the place of a file of ours may be of any size, so that a large one
 * is read piece by piece. Empty where it is larger than any text: no hash is that. `size` is what it had as it was
 * opened; of one that grows meanwhile no more than that and a piece is read.
 */
export async function hashFile(file: FileHandle, size: number): Promise<string> {
  if (size > MAX_TEXT) return "";
  if (size < PIECE) return sha256(await file.readFile());
  const hash = createHash("sha256");
  const piece = Buffer.alloc(PIECE);
  for (let done = 0; done <= size; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, done);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    done += bytesRead;
  }
  return hash.digest("hex");
}
