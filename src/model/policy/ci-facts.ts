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
  /** As `ci-info` names it, `github_actions`; `none` outside of CI. */
  readonly provider?: string;
}

/** Nothing is known of the CI system. */
export const UNKNOWN_CI: CiFacts = {};
