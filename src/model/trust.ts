/** The modes of trust in the tree that is edited, with the part of it that may configure a run. */
export const TRUST_MODES = ["all", "base", "none"] as const;

/**
 * `all`: the work tree; `base`: only the base commit; `none`: only Sluice itself and files outside of the root.
 */
export type TrustMode = (typeof TRUST_MODES)[number];

/**
 * How the base of a run was found: `merge-ref`: the first parent of the merge that CI checked out; `target`: the tip of
 * the target branch; `event`: the commit that CI names; `named`: by the caller.
 */
export const BASE_WAYS = ["merge-ref", "target", "event", "named"] as const;

export type BaseWay = (typeof BASE_WAYS)[number];
