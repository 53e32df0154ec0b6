import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The mode bits of a folder of this user alone. */
export const PRIVATE = 0o700;

/**
 * Makes a folder and those above it. Node's own way, `recursive`, tries for ever where a folder that exists takes no
 * other one with `ENOENT`, as those of `/proc` do. The umask takes its bits from `mode`.
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw error; // Otherwise another process was faster.
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
