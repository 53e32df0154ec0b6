import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * What tells whether files were touched, by path: inode, size, and times in nanoseconds. What is not there, or
 * cannot be looked at, is left out.
 */
export function stampFiles(root: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  for (const path of paths) {
    const stamp = stampOf(join(root, path));
    if (stamp !== undefined) stamps.set(path, stamp);
  }
  return stamps;
}

function stampOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs, mode } = lstatSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs} ${mode}`;
  } catch {
    return undefined;
  }
}
