import { realpath } from "node:fs/promises";
import { join } from "node:path";
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

/**
 * True if a path that exists below the root is reached through no link. A folder on the way that leads elsewhere, also
 * inside the root, would give a file a second name that no rule covers.
 */
export async function isReachedDirectly(root: string, path: string): Promise<boolean> {
  const [realRoot, realTarget] = await Promise.all([realRootOf(root), realpath(join(root, path))]);
  return realTarget === join(realRoot, path);
}

const realRoots = new Map<string, Promise<string>>();

/** The root does not move while a process works in it. */
function realRootOf(root: string): Promise<string> {
  const known = realRoots.get(root) ?? realpath(root);
  realRoots.set(root, known);
  return known;
}
