import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Returns the target of a path, after all links; undefined if it cannot be resolved, for any reason. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Returns the real path of a file, also if the end of it does not exist. */
export function realPathOfNearest(file: string): string {
  const real = realPathOf(file);
  const parent = dirname(file);
  if (real !== undefined || parent === file) return real ?? file;
  return join(realPathOfNearest(parent), basename(file));
}
