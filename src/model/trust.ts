/** The modes of trust in the tree that is edited, with the part of it that may configure a run. */
export const TRUST_MODES = ["all", "base", "none"] as const;

/**
 * `all`: the work tree; `base`: only the base commit; `none`: only Sluice itself and files outside of the root.
 */
export type TrustMode = (typeof TRUST_MODES)[number];

/** The consent of the caller: what recipes, policy and packages of the tree may make Sluice do. */
export interface Consent {
  /** Default: `base` on a pull request in CI, otherwise `all`. */
  readonly trust?: TrustMode | undefined;
  /** The base commit, as git names it. Default: the one that CI names. */
  readonly base?: string | undefined;
  /** Code of the tree may run: tools and hooks of recipes (T26), packages of languages and models. */
  readonly allowCode: boolean;
  /** The environment variables that recipes may name. */
  readonly allowEnv: readonly string[];
  /** The servers that recipes may name, as `HOST` or `HOST:PORT`. */
  readonly allowHosts: readonly string[];
  /** Folders that packages are loaded from, after Sluice's own; relative to the working directory. */
  readonly packages: readonly string[];
}
