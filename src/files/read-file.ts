import type { FileRead } from "../model/workspace.ts";
import { decodeText } from "./decode-text.ts";
import { ByteReader } from "./read-bytes.ts";

/**
 * Reads a file under the root. Links are not followed, neither the file itself nor a folder on the way; every obstacle
 * is returned, not thrown.
 */
export function readTextFile(root: string, path: string): FileRead {
  const read = new ByteReader(root).read(path);
  return read.kind === "bytes" ? decodeText(read.bytes) : read;
}
