/** Returns the files of an action for people: `src/a.ts`, `src/b.ts (deleted)`. */
export function fileWords({
  files,
  deletedFiles = [],
}: {
  readonly files: readonly string[];
  readonly deletedFiles?: readonly string[] | undefined;
}): readonly string[] {
  const deleted = new Set(deletedFiles);
  return files.map((path) => (deleted.has(path) ? `${path} (deleted)` : path));
}
