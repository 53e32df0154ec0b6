/**
 * The results of searches in earlier runs. They stay true, because the key of a search names everything that the result
 * depends on beside the content: the ops, the engine, Sluice itself.
 */
export interface SearchMemory {
  /** Returns the contents in which a search finds nothing to change. */
  missesOf(searchKey: string): KnownMisses;
  /** Returns the findings of a search in other contents. */
  findingsOf(searchKey: string): KnownFindings;
}

/** The contents in which one search finds nothing to change, by their keys. */
export interface KnownMisses {
  has(contentKey: string): boolean;
  add(contentKey: string): void;
}

/** The findings of one search, as plain data, by a key of the file and its content. */
export interface KnownFindings {
  /** True if edits may be written: a finding then counts only for bytes that this run has read itself. */
  readonly needsBytes: boolean;
  get(fileKey: string): unknown;
  set(fileKey: string, findings: unknown): void;
}
