/** The units of which each becomes one commit. */
export const COMMIT_UNITS = ["run", "recipe", "rule", "package", "owner"] as const;
export type CommitUnit = (typeof COMMIT_UNITS)[number];

/** The commits that a run makes of what it has written. */
export interface PolicyCommits {
  readonly per: CommitUnit;
  /** A text with `${{ … }}`. */
  readonly message: string;
  /** Further trailers, each a name and a text with `${{ … }}`. */
  readonly trailers: Readonly<Record<string, string>>;
  /** The name of a branch for each commit, with `${{ … }}`; without it, the commits are on the current one. */
  readonly branch?: string;
  /** The author and committer. Default: those of git. */
  readonly author?: CommitAuthor;
  /** True signs, or makes no commit. Default: as the settings of git say. */
  readonly sign?: boolean;
}

/** A person, or a program, to whom git ascribes a commit. */
export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

/** The message of a commit if the policy has none. */
export const DEFAULT_MESSAGE = "${{ commit.subject }}";

/** The fields of messages and trailers. */
export const MESSAGE_FIELDS = [
  ...["run.id", "group"],
  ...["commit.subject", "commit.actions", "commit.replacements", "commit.fileCount"],
  ...["commit.files", "commit.recipes", "commit.rules", "commit.reasons"],
] as const;

/** The fields of the names of branches. */
export const BRANCH_FIELDS = ["run.id", "group"] as const;

/** The trailers that Sluice itself sets, and no policy can; the last three only in commits for a forge. */
export const OWN_TRAILERS = [
  ...["Sluice-Run", "Sluice-Rule", "Sluice-Reason"],
  ...["Sluice-Plan", "Sluice-Publish", "Sluice-Approved"],
] as const;

/** Matches the beginning of every line that git would read as one of {@link OWN_TRAILERS}. */
export const OWN_TRAILER_LINE: RegExp = new RegExp(
  `^(?:${OWN_TRAILERS.join("|")})(?=[ \\t]*:)`,
  "gim",
);
