import { relative } from "node:path";
import { toPosix } from "../../shared/paths/posix-path.ts";

/** How messages name a file: relative to the root where it is inside, else absolute. */
export function shownPath(absolute: string, root: string): string {
  const path = relative(root, absolute) || ".";
  return path.startsWith("..") ? toPosix(absolute) : toPosix(path);
}
