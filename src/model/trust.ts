/** The modes of trust in the tree that is edited, with the part of it that may configure a run. */
export const TRUST_MODES = ["all", "base", "none"] as const;

/**
 * `all`: the work tree; `base`: only the base commit; `none`: only Sluice itself and files outside of the root.
 */
export type TrustMode = (typeof TRUST_MODES)[number];
