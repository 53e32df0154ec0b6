import type { GitFiles } from "../git/list-files.ts";
import type { Uncommitted } from "../git/uncommitted/list-uncommitted.ts";
import type { FilesWithout, TextQuestion } from "../model/search/text-question.ts";

/** The answer of git about the state folder in its index. */
export interface IndexQuestion {
  /** The names of the runs that were kept when git was asked. */
  readonly runs: string;
  /**
   * The paths in git's index that are the state folder, or below it, in any case; none outside of git. Rejects if there
   * is a repository and git cannot answer.
   */
  brought(): Promise<readonly string[]>;
}

/** The answers of git about the files below a root. A rejection is reported when the answer is used. */
export interface GitListing extends IndexQuestion {
  readonly files: Promise<GitFiles | undefined>;
  readonly ignored: Promise<readonly string[]>;
  /** The paths in git's index; empty outside of git. Rejects if there is a repository and git cannot answer. */
  indexed(): Promise<ReadonlySet<string>>;
  /** Folders that git could not list; empty if it listed none. */
  unlisted(): Promise<readonly string[]>;
  /**
   * The uncommitted files; undefined outside of git. Git is asked once, at the first call: before the first write, that
   * is the state at the start of the run.
   */
  uncommitted(): Promise<Uncommitted | undefined>;
  /**
   * The paths that are kept from prompts and models as if git ignored them, because they are not in its index; none if
   * the tree is trusted to say what git ignores.
   */
  untracked(): Promise<readonly string[]>;
  /** Returns files that hold none of some texts, as git finds them now. Default: none. */
  filesWithout?(question: TextQuestion, signal: AbortSignal): Promise<FilesWithout>;
  /** The same about the files alone that a request names, if git is asked about them alone. */
  readonly chosen?: GitListing;
  /** Asks the same about the files alone that may have changed since a commit, if git can be asked so. */
  readonly changedSince?: (commit: string) => GitListing;
  /** Asks git again. */
  again(): GitListing;
}
