/** Files that a step leaves alone, because an earlier step of its recipe had an action of theirs held or discarded. */
export interface LeftAlone {
  /** Returns the reason, in words that follow the path; undefined if the file may be edited. */
  whyOf(path: string): string | undefined;
}
