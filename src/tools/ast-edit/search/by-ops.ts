import { addTo } from "../../../shared/lists/add-to.ts";
import type { FileToSearch } from "./search-shapes.ts";

/** Groups files with the same ops, and so of the same language. */
export function byOps(files: readonly FileToSearch[]): readonly (readonly FileToSearch[])[] {
  const groups = new Map<string, FileToSearch[]>();
  for (const each of files) {
    addTo(groups, each.file.ops.key, each);
  }
  return [...groups.values()];
}
