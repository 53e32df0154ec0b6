import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Lets the tools of a batch work on one file in the order in which they ask, and on different files at the same time
 * (T17): a tool that needs order waits here (T6). Files are told apart by their real paths, so aliases are one file.
 */
export class FileQueue {
  readonly #root: string;
  /** The end of the last work on each file, by real path. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Runs some work on a file after all earlier work on it, whatever the outcome of that. Call it at once when a tool
   * call begins: the order of the calls of `run` is the order of the work.
   */
  run<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    const file = realPathOf(resolve(this.#root, path));
    const result = (this.#last.get(file) ?? Promise.resolve()).then(work);
    // The caller gets an error; here it only frees the file.
    const end: Promise<void> = result.then(
      () => this.#forget(file, end),
      () => this.#forget(file, end),
    );
    this.#last.set(file, end);
    return result;
  }

  #forget(file: string, end: Promise<void>): void {
    if (this.#last.get(file) === end) this.#last.delete(file);
  }
}

/** Returns the real path; of a path that does not exist, that of the nearest folder and the rest of the names. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path); // The work on the file reports the problem of the path.
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}
