import type { BaseWay, TrustMode } from "./trust.ts";

/** The part that a file has in the configuration of a run. */
export const SOURCE_ROLES = [
  "project",
  "recipe",
  "used-recipe",
  "policy",
  "rules",
  "inputs",
  "code",
  "recording",
  "reference",
  "owners",
] as const;

export type SourceRole = (typeof SOURCE_ROLES)[number];

/**
 * The origin of a file: the work tree below the root, the base commit, Sluice itself, a path outside of the root that
 * the caller named, or a commit of another repository.
 */
export const SOURCE_ORIGINS = ["tree", "base", "shipped", "caller", "git"] as const;

export type SourceOrigin = (typeof SOURCE_ORIGINS)[number];

/** One file that configured a run. */
export interface SourceFile {
  /**
   * Relative to the root after all links, `shipped:NAME`, `git:URL@COMMIT:PATH`, or absolute for a file of the caller.
   */
  readonly path: string;
  readonly role: SourceRole;
  readonly origin: SourceOrigin;
  /** The id that git gives to the bytes that were read. */
  readonly blobId: string;
}

/** The trust of a run in the tree. */
export interface TrustInUse {
  readonly mode: TrustMode;
  /** The id of the base commit; null unless the mode is `base`, and if it was not found. */
  readonly base: string | null;
  /** How it was found. Absent if there is none. */
  readonly baseFrom?: BaseWay;
}
