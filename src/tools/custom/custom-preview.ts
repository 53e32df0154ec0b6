import { isAbsolute, relative } from "node:path";
import type { CustomPreview } from "../../model/action/action-preview.ts";
import { isRecord } from "../../shared/is-record.ts";
import { comparePaths, tidyPath, toPosix } from "../../shared/paths/posix-path.ts";

/** Returns the preview of a custom tool's action. */
export function customPreview(details: unknown, root: string): CustomPreview {
  const named = isRecord(details) && Array.isArray(details.files) ? details.files : [];
  const paths = named.filter((path) => typeof path === "string" && path !== "");
  const files = [...new Set(paths.map((path) => pathBelow(root, path)))].sort(comparePaths);
  return { kind: "custom", details, files };
}

/** Turns `./src//a.ts` and `<root>/src/a.ts` into `src/a.ts`, and `src/` into `src`: guards know one name of a file. */
function pathBelow(root: string, path: string): string {
  return tidyPath(toPosix(isAbsolute(path) ? relative(root, path) : path));
}
