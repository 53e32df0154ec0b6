/**
 * The facts of the CI system that runs Sluice. A fact that it does not tell is absent, and its conditions are unknown.
 */
export interface CiFacts {
  /** In GitHub's words: `push`, `pull_request`, `schedule`, `workflow_dispatch`, …; `none` outside of CI. */
  readonly event?: string;
  /** The branch that is built; of a pull request its target. */
  readonly branch?: string;
  /** True if the commits come from a fork. */
  readonly fork?: boolean;
  /** Who opened the pull request, by the name of the forge. Unknown without one, as its source is. */
  readonly author?: string;
  /** The labels of the pull request when the job was made; none without a pull request. */
  readonly labels?: readonly string[];
  /** The branch that the pull request comes from. */
  readonly source?: string;
  /** True if the pull request is a draft; false without one. */
  readonly draft?: boolean;
  /** As `ci-info` names it, `github_actions`; `none` outside of CI. */
  readonly provider?: string;
}

/** Nothing is known of the CI system. */
export const UNKNOWN_CI: CiFacts = {};
