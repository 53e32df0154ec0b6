/** The question which files hold none of some texts. */
export interface TextQuestion {
  /** Printable ASCII; none is empty. */
  readonly texts: readonly string[];
  /** The files in question. */
  readonly paths: readonly string[];
  /** True if later runs rely on the answer: it is also asked which files are still as git knows them. */
  readonly isKept: boolean;
}

/** Files that hold none of the texts, and for each if its content is known to be the one that git knows. */
export type FilesWithout = ReadonlyMap<string, boolean>;
