import { isDependency, isReserved } from "../files/path-rules.ts";
import type { FileStep, FolderEntry } from "../model/workspace.ts";
import { foldersAbove } from "../shared/paths/folders-above.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";

/** Returns the paths that calls may search, sorted. */
export function tidyPaths(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !isDependency(path) && !isReserved(path)).sort(comparePaths);
}

/** The files that a run itself made or deleted since the files were listed. */
export class ListChanges {
  readonly #made = new Set<string>();
  readonly #deleted = new Set<string>();
  #madeIn = new Set<string>();
  /** Also folders in which every deleted file was made again. */
  readonly #deletedIn = new Set<string>();

  /** Adds a commit. */
  add(changes: readonly FileStep[]): void {
    let isUnmade = false;
    for (const { path, preHash, postHash } of changes) {
      if (postHash === null) {
        isUnmade = this.#made.delete(path) || isUnmade;
        this.#deleted.add(path);
        for (const folder of foldersAbove([path])) this.#deletedIn.add(folder);
      } else if (preHash === null) {
        this.#deleted.delete(path);
        this.#made.add(path);
        for (const folder of foldersAbove([path])) this.#madeIn.add(folder);
      }
    }
    if (isUnmade) this.#madeIn = new Set(foldersAbove(this.#made));
  }

  /** Forgets the files: they are on the disk, where they are listed, or not. */
  clear(): void {
    for (const paths of [this.#made, this.#deleted, this.#madeIn, this.#deletedIn]) paths.clear();
  }

  get isEmpty(): boolean {
    return this.#made.size + this.#deleted.size === 0;
  }

  /** True if the run made a file in a folder, or below it. */
  hasMadeIn(folder: string): boolean {
    return this.#madeIn.has(folder);
  }

  /** True if the run deleted a file in a folder ("" for the root), or below it; it may have been made again. */
  hasDeletedIn(folder: string): boolean {
    return folder === "" ? this.#deleted.size > 0 : this.#deletedIn.has(folder);
  }

  hasDeleted(path: string): boolean {
    return this.#deleted.has(path);
  }

  /** Returns the new entries directly in a folder ("" for the root), by name. */
  entriesIn(folder: string): ReadonlyMap<string, FolderEntry> {
    const prefix = folder === "" ? "" : `${folder}/`;
    const entries = new Map<string, FolderEntry>();
    for (const path of this.#made) {
      if (!path.startsWith(prefix)) continue;
      const [name = "", ...below] = path.slice(prefix.length).split("/");
      entries.set(name, { name, kind: below.length === 0 ? "file" : "folder" });
    }
    return entries;
  }

  /**
   * Returns a list with the new files, and without the deleted ones. In a folder that is ignored as a whole new files
   * are ignored too; other ignore patterns are not asked again.
   */
  addTo(listed: readonly string[], ignored: readonly string[]): readonly string[] {
    const folders = ignored.filter((path) => path.endsWith("/"));
    const fresh = [...this.#made].filter(
      (path) => !folders.some((folder) => path.startsWith(folder)),
    );
    const left = listed.filter((path) => !this.#deleted.has(path));
    return tidyPaths([...new Set([...left, ...fresh])]);
  }
}
