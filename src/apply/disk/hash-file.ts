import { constants } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync, readSync } from "node:fs";
import { sha256 } from "../../shared/sha256.ts";

/** The part of a large file that is read at a time; bytes. */
const PIECE = 1024 * 1024;

/** No text has more bytes than this, so that no run wrote a larger file. */
const MAX_TEXT = 3 * constants.MAX_STRING_LENGTH;

/**
 * Returns the sha256 of an open file, in hex, from its beginning, and reads a large one piece by piece; empty, which
 * no hash is, if it is larger than any text. `size` is that of the opening: of a file that grows, at most one piece
 * more is read.
 */
export function hashFile(file: number, size: number): string {
  if (size > MAX_TEXT) return "";
  if (size < PIECE) return sha256(readFileSync(file));
  const hash = createHash("sha256");
  const piece = Buffer.alloc(PIECE);
  for (let done = 0; done <= size; ) {
    const bytesRead = readSync(file, piece, 0, piece.length, done);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    done += bytesRead;
  }
  return hash.digest("hex");
}
