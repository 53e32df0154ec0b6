/** The most that a run may change. Sums over the actions that are applied. */
export interface LimitAmounts {
  /** Different files. */
  readonly maxFiles?: number;
  readonly maxReplacements?: number;
  /** Lines, added and removed. */
  readonly maxLines?: number;
}

/** The groups of actions that limits can be about. */
export const LIMIT_GROUPS = ["recipe", "rule", "owner", "package"] as const;

export type LimitGroup = (typeof LIMIT_GROUPS)[number];

/** The end of an action that no longer fits: never a part of it (docs/design/policy.md). */
type OnExceed = "hold" | "discard" | "fail";

/** The limits of a policy. */
export interface PolicyLimits extends LimitAmounts {
  /** The most for each recipe, rule, owner or package by itself. */
  readonly each: Readonly<Partial<Record<LimitGroup, LimitAmounts>>>;
  readonly onExceed: OnExceed;
}
