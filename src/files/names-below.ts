import { resolve } from "node:path";
import { pathInside } from "../shared/paths/posix-path.ts";
import { realPathOf } from "./real-path.ts";

/**
 * Returns the paths of files, as they were named in a working directory, relative to a root; `..` for one outside of
 * it. Names may have a link in the place of the root.
 */
export function namesBelow(root: string, names: readonly string[], cwd: string): readonly string[] {
  const roots = [root, realPathOf(root) ?? root];
  return names.map((name) => {
    const inside = roots.map((each) => pathInside(each, resolve(cwd, name)));
    return inside.find((path) => path !== undefined) ?? "..";
  });
}
