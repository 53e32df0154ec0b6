import type { TextChange } from "../../model/workspace.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { singleEdit } from "../../shared/single-edit.ts";

/** What several commits come to, file by file: from what was there before the first to what the last one leaves. */
export class NetChanges {
  readonly #changes = new Map<string, TextChange>();

  /** Takes in a commit. Each of its files rests on what the commits before it have left. */
  add(changes: readonly TextChange[]): void {
    for (const change of changes) {
      const first = this.#changes.get(change.path) ?? change;
      const { path, preHash, before } = first;
      const { postHash, after } = change;
      const edits = [singleEdit(before, after)];
      this.#changes.set(path, { path, preHash, postHash, before, after, edits });
    }
  }

  /** Sorted by path; a file that is in the end what it was is not among them. */
  list(): readonly TextChange[] {
    return [...this.#changes.values()]
      .filter(({ preHash, postHash }) => preHash !== postHash)
      .sort((a, b) => comparePaths(a.path, b.path));
  }
}
