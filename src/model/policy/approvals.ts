/** The people who may end the hold of an action on a forge. */
export interface PolicyApprovals {
  /**
   * `owners`: owners of every file of the action; `write`: who may push; or people and teams, without `@`: `octocat`,
   * `org/team`.
   */
  readonly by: "owners" | "write" | readonly string[];
  /** The number of different people who have to approve. */
  readonly count: number;
  /** The author of the pull request does not count. */
  readonly notAuthor: boolean;
  /** Milliseconds from the report that shows the action; undefined if it does not end. */
  readonly expires?: number;
}
