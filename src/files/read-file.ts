import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FileRead } from "../model/workspace.ts";
import { decodeText, MAX_FILE_BYTES } from "./decode-text.ts";

/**
 * Reads a file under the root. Links are not followed: neither the file itself nor a folder on the
 * way may lead elsewhere. Whatever is in the way is an answer, not an error.
 */
export async function readTextFile(root: string, path: string): Promise<FileRead> {
  const absolute = join(root, path);
  try {
    const stats = await lstat(absolute);
    if (stats.isSymbolicLink()) return { kind: "unusable", why: "symlink" };
    if (!stats.isFile())
      return { kind: "unusable", why: "unreadable", detail: "not a regular file" };
    if (stats.size > MAX_FILE_BYTES)
      return { kind: "unusable", why: "too-large", detail: `${stats.size} bytes` };
    if (!(await staysInside(root, absolute))) return { kind: "unusable", why: "symlink" };
    return decodeText(await readBytes(absolute));
  } catch (error) {
    return unusable(error);
  }
}

/** Whether a path that exists is still under the root after every link on the way is followed. */
export async function staysInside(root: string, absolute: string): Promise<boolean> {
  const [realRoot, realTarget] = await Promise.all([realRootOf(root), realpath(absolute)]);
  return realTarget === realRoot || realTarget.startsWith(realRoot === sep ? sep : realRoot + sep);
}

const realRoots = new Map<string, Promise<string>>();

/** The root does not move while a process works in it. */
function realRootOf(root: string): Promise<string> {
  const known = realRoots.get(root) ?? realpath(root);
  realRoots.set(root, known);
  return known;
}

async function readBytes(absolute: string): Promise<Uint8Array> {
  const file = await open(absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function unusable(error: unknown): FileRead {
  const { code, message } = error as NodeJS.ErrnoException; // fs rejects with these only.
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "unusable", why: "vanished" };
  if (code === "ELOOP") return { kind: "unusable", why: "symlink" };
  return { kind: "unusable", why: "unreadable", detail: code ?? message };
}
