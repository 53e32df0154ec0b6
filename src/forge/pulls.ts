/** The author of something on a forge. */
export interface Account {
  /** Without `@`; of an app of GitHub with `[bot]`. */
  readonly login: string;
  readonly isBot: boolean;
}

/**
 * The outcome of everything that a forge runs on the head of a pull request. `unknown`: the token may not see it, the
 * pull request is new, or is over.
 */
export type ChecksState = "none" | "pending" | "success" | "failure" | "unknown";

/** A commit of a branch. */
export interface BranchCommit {
  /** Whole. */
  readonly message: string;
  readonly committerEmail: string;
  /** Milliseconds since 1970, or not a number. To amend a commit gives it another date of the committer alone. */
  readonly authoredAt: number;
  readonly committedAt: number;
  /** The number of its parents. */
  readonly parents: number;
}

/** A pull request or merge request that the account of the token has opened. */
export interface OwnPull {
  readonly number: number;
  /** In the words of the forge. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed" | "merged";
  readonly isDraft: boolean;
  /** The branch that it is for. */
  readonly base: string;
  /** The branch that it is of; in the same repository. */
  readonly branch: string;
  /** The commit that it ends in. */
  readonly head: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly labels: readonly string[];
  /** Everybody who was asked, as `octocat` or `org/team`. */
  readonly reviewers: readonly string[];
  readonly checks: ChecksState;
  readonly mergesItself: boolean;
}

/** A pull request that is to be opened, from a branch that was pushed. */
export interface NewPull {
  readonly title: string;
  readonly body: string;
  readonly base: string;
  readonly branch: string;
  readonly isDraft: boolean;
}

/** A person or team that was not asked. */
export interface NotAsked {
  readonly name: string;
  readonly why: string;
}

/** A repository on a forge, for those who keep pull requests there. Every call may throw a `ForgeFault`. */
export interface PullForge {
  /** For people: `GitHub`. */
  readonly name: string;
  /** The most UTF-16 code units of a body. */
  readonly bodyLimit: number;
  /** Reads the account of the token, the branch that is merged into by default, and what a job has to know. */
  readRepository(): Promise<ForgeRepository>;
  /** Finds the open pull requests of the account whose body begins with a marker, the oldest first. */
  findOpen(marker: string): Promise<readonly OwnPull[]>;
  /** Finds all of the account from a branch to a base, also those that are over; the newest first. */
  findOfBranch(branch: string, base: string): Promise<readonly OwnPull[]>;
  /** Counts those of the account, with a marker, that were opened since a time; milliseconds since 1970. */
  countSince(marker: string, time: number): Promise<number>;
  /** Reads a commit of the repository. */
  readCommit(sha: string): Promise<BranchCommit>;
  /** Opens one. If the forge has one from the branch to the base already, that of the account is returned. */
  open(pull: NewPull): Promise<OwnPull>;
  /** Changes what is given. */
  update(
    pull: OwnPull,
    change: { readonly title?: string; readonly body?: string; readonly state?: "open" | "closed" },
  ): Promise<void>;
  setDraft(pull: OwnPull, isDraft: boolean): Promise<void>;
  addLabels(pull: OwnPull, labels: readonly string[]): Promise<void>;
  /** Asks people and teams. Returns those that the forge did not take, each with a reason. */
  askReviewers(pull: OwnPull, reviewers: readonly string[]): Promise<readonly NotAsked[]>;
  /** Has the forge merge it as soon as what the base requires is there. */
  mergeWhenGreen(pull: OwnPull): Promise<void>;
  comment(pull: OwnPull, body: string): Promise<void>;
}

/** A repository as the token sees it. */
export interface ForgeRepository {
  readonly viewer: Account;
  readonly defaultBranch: string;
  /** True if the token may push; undefined if the forge does not say. */
  readonly mayPush: boolean | undefined;
  /** True for the token that the forge makes for each job: pull requests that it opens start no workflows. */
  readonly isJobToken: boolean;
}
