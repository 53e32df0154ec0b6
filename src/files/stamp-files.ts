import { type BigIntStats, lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns stamps that show if files were touched, by path. Files that are missing or cannot be inspected are left out.
 */
export function stampFiles(root: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  for (const path of paths) {
    const stats = statsOf(join(root, path));
    if (stats !== undefined) stamps.set(path, stampOf(stats));
  }
  return stamps;
}

/** Differs after a file was touched: inode, size, times in nanoseconds, and mode. */
export function stampOf({ ino, size, mtimeNs, ctimeNs, mode }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs} ${mode}`;
}

function statsOf(file: string): BigIntStats | undefined {
  try {
    return lstatSync(file, { bigint: true });
  } catch {
    return undefined; // Without a stamp, no comparison is possible.
  }
}
