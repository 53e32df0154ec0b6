import type { TextEdit } from "../model/edit.ts";
import type { FileStep } from "../model/workspace.ts";
import { isReadLater } from "../shared/spill/read-later.ts";

/** One commit to one file. */
interface Commit {
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly edits: readonly TextEdit[];
}

/** The commits of a run, file by file: later actions find their places again by them. */
export class CommitHistory {
  readonly #commits = new Map<string, Commit[]>();

  add(changes: readonly FileStep[]): void {
    for (const change of changes) {
      const { path, preHash, postHash } = change;
      const commit = isReadLater(change) ? change : { preHash, postHash, edits: change.edits };
      const known = this.#commits.get(path);
      if (known) known.push(commit);
      else this.#commits.set(path, [commit]);
    }
  }

  /** Returns the edits from the content `since` to the content `now`; undefined if they are no chain. */
  between(path: string, since: string, now: string): readonly (readonly TextEdit[])[] | undefined {
    const commits = this.#commits.get(path) ?? [];
    const first = commits.findIndex(({ preHash }) => preHash === since);
    if (first === -1) return undefined;
    const chain = commits.slice(first);
    const isChain = chain.every(({ postHash }, index) => {
      const next = chain[index + 1];
      return (next === undefined ? now : next.preHash) === postHash;
    });
    return isChain ? chain.map(({ edits }) => edits) : undefined;
  }
}
