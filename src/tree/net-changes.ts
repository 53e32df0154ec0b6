import type { TextChange } from "../model/workspace.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";
import { singleEdit } from "../shared/single-edit.ts";

/** The sum of several commits, file by file: from the text before the first to the text after the last. */
export class NetChanges {
  readonly #changes = new Map<string, TextChange>();

  /** Adds a commit. Each of its files rests on the result of the commits before it. */
  add(changes: readonly TextChange[]): void {
    for (const change of changes) {
      const first = this.#changes.get(change.path) ?? change;
      const { path, preHash, before } = first;
      const { postHash, after } = change;
      const edits = [singleEdit(before, after)];
      this.#changes.set(path, { path, preHash, postHash, before, after, edits });
    }
  }

  /** Returns the changes, sorted by path, without files that end as they began. */
  list(): readonly TextChange[] {
    return [...this.#changes.values()]
      .filter(({ preHash, postHash }) => preHash !== postHash)
      .sort((a, b) => comparePaths(a.path, b.path));
  }
}
