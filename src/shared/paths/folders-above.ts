/** Returns the folders that paths are in, the outer before the inner, each once: `a/b/c.ts` → `a`, `a/b`. */
export function foldersAbove(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
      folders.add(path.slice(0, end));
  return folders;
}
