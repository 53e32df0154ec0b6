/** The ways in which files are dealt to shards. */
export const SHARD_WAYS = ["path", "size"] as const;

/** The most shards of a run. */
export const MOST_SHARDS = 1000;

/** The number of a shard, of so many. */
export interface ShardNumber {
  /** From 1. */
  readonly index: number;
  /** At least `index`. */
  readonly total: number;
}

/** One of several parts of a run, each on a machine of its own. */
interface Shard extends ShardNumber {
  /** The way in which files are dealt: by a hash of their paths, or so that the bytes are about the same. */
  readonly by: (typeof SHARD_WAYS)[number];
}

/** A shard, and the files that it got; one of 1 is never dealt. */
export interface DealtShard extends Shard {
  /** True for a path of this shard, also for one that is not listed, such as a file that git ignores. */
  readonly has: (path: string) => boolean;
  /** The listed files of this shard. Those of all shards are disjoint, and together the whole tree. */
  readonly files: ReadonlySet<string>;
  /** sha256 over all files of the tree, sorted, each followed by a NUL: the same in each shard of a run. */
  readonly tree: string;
}
