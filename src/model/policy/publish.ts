import { type CommitUnit, MESSAGE_FIELDS } from "./commits.ts";

/** The states in which a pull request is a draft. */
export const DRAFTS = ["always", "whileChecksFail", "never"] as const;

/** The moments at which a forge is asked to merge by itself. */
export const AUTO_MERGES = ["never", "whenGreen"] as const;

/** The pull requests that `sluice publish` keeps. */
export interface PolicyPublish {
  /** The unit of which each has a branch and a pull request. */
  readonly per: CommitUnit;
  /** A name with `${{ … }}`; one for each group. */
  readonly branch: string;
  /** One line, with `${{ … }}`. */
  readonly title: string;
  /** Markdown with `${{ … }}`, before the table of decisions. */
  readonly body?: string;
  /** The branch that pull requests are for. Default: that of the forge. */
  readonly base?: string;
  readonly draft: (typeof DRAFTS)[number];
  readonly labels: readonly string[];
  /** People and teams, without `@`: `octocat`, `org/team`; `owners`: those of the changed files. */
  readonly reviewers: "owners" | readonly string[];
  /** The most that are open at a time. */
  readonly maxOpen?: number;
  /** The most that are opened within an hour. */
  readonly perHour?: number;
  /** One of which nothing is left is closed. */
  readonly closeEmpty: boolean;
  readonly autoMerge: (typeof AUTO_MERGES)[number];
}

/** The branch if the policy has none: `recipes` are the names of the recipes of the plan. */
export const DEFAULT_BRANCH = "sluice/${{ recipes }}/${{ group }}";
/** The branch of `per: run`, which has one group, and of `per: recipe`. */
export const DEFAULT_BRANCHES: Partial<Readonly<Record<CommitUnit, string>>> = {
  run: "sluice/${{ recipes }}",
  recipe: "sluice/${{ group }}",
};

/** The title if the policy has none. */
export const DEFAULT_TITLE = "${{ commit.subject }}";

/** The fields of the names of branches. */
export const PUBLISH_BRANCH_FIELDS = ["group", "recipes"] as const;

/**
 * The fields of titles and bodies: those of the messages of commits, without the run, which is another one each day.
 */
export const PUBLISH_TEXT_FIELDS = [
  ...MESSAGE_FIELDS.filter((name) => name !== "run.id"),
  "recipes",
] as const;
