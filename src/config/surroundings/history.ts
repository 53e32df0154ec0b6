import { lastCommits } from "../../git/last-commits.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { Facts } from "../../model/action/facts.ts";
import { instantText } from "../../shared/time/instant-text.ts";

export { HISTORY_LIMITS } from "../../git/last-commits.ts";

/** The last commits of the files of a root, before a run. Git is asked once, when the first action asks. */
export class History {
  readonly #git: RunGit;
  /** Milliseconds since 1970. */
  readonly #startedAt: number;
  #known: ReturnType<typeof lastCommits> | undefined;

  constructor(git: RunGit, startedAt: number) {
    this.#git = git;
    this.#startedAt = startedAt;
  }

  /** Returns the newest of the last commits of files; nothing if that of one of them is not known. */
  async of(files: readonly string[]): Promise<Pick<Facts, "lastCommit" | "lastCommitAge">> {
    this.#known ??= lastCommits(this.#git).catch(() => undefined); // Git failed, or took too long: not known.
    const known = await this.#known;
    let newest = 0;
    for (const file of files) {
      const at = known?.get(file);
      if (at === undefined) return {};
      newest = Math.max(newest, at);
    }
    const lastCommit = instantText(newest * 1000);
    const age = Math.floor(this.#startedAt / 1000) - newest;
    return { lastCommit, lastCommitAge: Math.max(0, age) }; // A commit of the future is as young as can be.
  }
}
