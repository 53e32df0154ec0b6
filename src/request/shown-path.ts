import { pathInside, toPosix } from "../shared/paths/posix-path.ts";

/** Returns the name of a file in messages: relative to the root if it is inside, otherwise absolute. */
export function shownPath(absolute: string, root: string): string {
  const path = pathInside(root, absolute) ?? toPosix(absolute);
  return path === "" ? "." : path;
}
