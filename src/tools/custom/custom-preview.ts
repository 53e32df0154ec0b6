import { isAbsolute, relative } from "node:path";
import { isRecord } from "../../shared/is-record.ts";
import { comparePaths, tidyPath, toPosix } from "../../shared/paths/posix-path.ts";

/** What a pending action of a custom tool tells whoever decides. */
export class CustomPreview {
  /** As JSON has it: what the tool changes later changes nothing here. Undefined where there are none. */
  readonly details: unknown;
  /** The paths in `details.files`, sorted; of a path outside of the root as it was written. */
  readonly files: readonly string[];

  constructor(details: unknown, root: string) {
    this.details = details;
    const named = isRecord(details) && Array.isArray(details.files) ? details.files : [];
    const paths = named.filter((path) => typeof path === "string" && path !== "");
    this.files = [...new Set(paths.map((path) => pathBelow(root, path)))].sort(comparePaths);
  }
}

/** `./src//a.ts` and `<root>/src/a.ts` → `src/a.ts`, `src/` → `src`: guards know files by one name only. */
function pathBelow(root: string, path: string): string {
  return tidyPath(toPosix(isAbsolute(path) ? relative(root, path) : path));
}
