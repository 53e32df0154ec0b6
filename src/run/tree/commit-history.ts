import type { TextEdit } from "../../model/edit.ts";
import type { FileStep } from "../../model/workspace.ts";

/** One commit to one file. */
interface Commit {
  readonly preHash: string | null;
  readonly postHash: string;
  readonly edits: readonly TextEdit[];
}

/** The commits of a run, file by file: later actions find their places again by them. */
export class CommitHistory {
  readonly #commits = new Map<string, Commit[]>();

  add(changes: readonly FileStep[]): void {
    for (const { path, preHash, postHash, edits } of changes) {
      const commit = { preHash, postHash, edits };
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
