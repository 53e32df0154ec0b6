import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Lets calls work on one file in the order in which they ask, one after another, and on different files at
 * the same time (T17). Shared by the tools of a batch; whoever needs order waits here, nobody schedules
 * (T6). A file is known by its real path, so that its aliases are the same file.
 */
export class FileQueue {
  readonly #root: string;
  /** The end of what was asked for last, by real path. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Does some work on a file, once what was asked for before is over, however that ended. Call it at once
   * when a call begins: the order of the calls of `run` is the order of the work.
   */
  run<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    const file = realPathOf(resolve(this.#root, path));
    const result = (this.#last.get(file) ?? Promise.resolve()).then(work);
    // Whoever asked is told of a failure; here it only frees the file.
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

/** Of what does not exist yet: the real path of the nearest folder that does, and the rest of the names. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path); // Whoever works on the file is told what is wrong with the path.
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}
