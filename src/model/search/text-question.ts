/** The question which files hold none of some texts. */
export interface TextQuestion {
  /** Printable ASCII; none is empty. */
  readonly texts: readonly string[];
  /** The files in question. */
  readonly paths: readonly string[];
}

/** Files that hold none of the texts. It is said of the bytes that they have now, and of no content that git knows. */
export type FilesWithout = ReadonlySet<string>;
