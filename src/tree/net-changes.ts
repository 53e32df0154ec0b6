import { modeAfter } from "../model/patch/file-mode.ts";
import type { TextChange } from "../model/workspace.ts";
import { definedOnly } from "../shared/defined-only.ts";
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
      const mode = first === change ? change.mode : modeAfter(first.mode, change);
      const net = { path, preHash, postHash, before, after, edits, ...definedOnly({ mode }) };
      this.#changes.set(path, net);
    }
  }

  /** Returns the changes, sorted by path, without files that end as they began. */
  list(): readonly TextChange[] {
    return [...this.#changes.values()]
      .filter(({ preHash, postHash, mode }) => preHash !== postHash || mode !== undefined)
      .sort((a, b) => comparePaths(a.path, b.path));
  }
}
