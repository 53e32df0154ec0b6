import { isDependency, isReserved } from "../../files/path-rules.ts";
import type { FileStep, FolderEntry } from "../../model/workspace.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";

/** Returns the paths that calls may search, sorted. */
export function tidyPaths(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !isDependency(path) && !isReserved(path)).sort(comparePaths);
}

/** The files that a run itself made: they did not exist when the files were listed. */
export class NewFiles {
  readonly #paths = new Set<string>();
  readonly #folders = new Set<string>();

  /** Adds the new files of a commit. */
  add(changes: readonly FileStep[]): void {
    for (const { path, preHash } of changes) {
      if (preHash !== null) continue;
      this.#paths.add(path);
      const names = path.split("/");
      for (let count = 1; count < names.length; count += 1)
        this.#folders.add(names.slice(0, count).join("/"));
    }
  }

  /** Forgets the files: they are on the disk, where they are listed. */
  clear(): void {
    this.#paths.clear();
    this.#folders.clear();
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Returns the new entries directly in a folder ("" for the root), by name. */
  entriesIn(folder: string): ReadonlyMap<string, FolderEntry> {
    const prefix = folder === "" ? "" : `${folder}/`;
    const entries = new Map<string, FolderEntry>();
    for (const path of this.#paths) {
      if (!path.startsWith(prefix)) continue;
      const [name = "", ...below] = path.slice(prefix.length).split("/");
      entries.set(name, { name, kind: below.length === 0 ? "file" : "folder" });
    }
    return entries;
  }

  /**
   * Adds the new files to a list. In a folder that is ignored as a whole they are ignored too; other ignore patterns
   * are not asked again.
   */
  addTo(listed: readonly string[], ignored: readonly string[]): readonly string[] {
    const folders = ignored.filter((path) => path.endsWith("/"));
    const fresh = [...this.#paths].filter(
      (path) => !folders.some((folder) => path.startsWith(folder)),
    );
    return tidyPaths([...new Set([...listed, ...fresh])]);
  }
}
