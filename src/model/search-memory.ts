/**
 * What is known from earlier runs about searches. Such a fact is true for good, because the key of a search
 * names everything that the answer depends on beside the content: the ops, the engine, Sluice itself.
 */
export interface SearchMemory {
  /** The contents in which a search finds nothing to change. */
  missesOf(searchKey: string): KnownMisses;
  /** The findings of a search in other contents. Absent if edits may be written: those are always made anew. */
  findingsOf?(searchKey: string): KnownFindings;
}

/** The contents in which one search finds nothing to change, by their keys. */
export interface KnownMisses {
  has(contentKey: string): boolean;
  add(contentKey: string): void;
}

/** The findings of one search, as plain data, by a key of the file and its content. */
export interface KnownFindings {
  get(fileKey: string): unknown;
  set(fileKey: string, findings: unknown): void;
}
