import { realpathSync } from "node:fs";

/** Returns the target of a path, after all links; undefined if it cannot be resolved, for any reason. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
