/** The ways in which files are dealt to shards. */
export const SHARD_WAYS = ["path", "size"] as const;

/** One of several parts of a run, each on a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  /** At least `index`. */
  readonly total: number;
  /** The way in which files are dealt: by a hash of their paths, or so that the bytes are about the same. */
  readonly by: (typeof SHARD_WAYS)[number];
}

/** A shard, and the files that it got; one of 1 is never dealt. */
export interface DealtShard extends Shard {
  /** The files of this shard. Those of all shards are disjoint, and together the whole tree. */
  readonly files: ReadonlySet<string>;
  /** sha256 over all files of the tree, sorted, each followed by a NUL: the same in each shard of a run. */
  readonly tree: string;
}
