/**
 * What is known from earlier runs: that a search does not match a content. Such a fact is true for good,
 * because the key of a search also names the engine that answered.
 */
export interface MatchMemory {
  /** The known misses of one search. `searchKey` is a digest of everything that the answer depends on. */
  of(searchKey: string): KnownMisses;
}

/** The contents in which one search finds nothing to change, by their keys. */
export interface KnownMisses {
  has(contentKey: string): boolean;
  add(contentKey: string): void;
}
