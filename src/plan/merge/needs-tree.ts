/** Thrown where a merge needs a file that no shard tells of, and that is not in the root as the shards had it. */
export class NeedsTreeError extends Error {
  override readonly name = "NeedsTreeError";
}
