import { realpathSync } from "node:fs";

/** Where a path leads, all links followed; undefined where it leads nowhere, or whatever else is in the way. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
