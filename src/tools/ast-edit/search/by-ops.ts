import type { FileToSearch } from "./search-shapes.ts";

/** Groups files with the same ops, and so of the same language. */
export function byOps(files: readonly FileToSearch[]): readonly (readonly FileToSearch[])[] {
  const groups = new Map<string, FileToSearch[]>();
  for (const each of files) {
    const group = groups.get(each.file.ops.key);
    if (group === undefined) groups.set(each.file.ops.key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}
