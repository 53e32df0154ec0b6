/** A place in a file that the user wrote. Lines and columns start at 1; columns count UTF-16 code units. */
export interface Place {
  /** The path as shown to users: relative to the root if it is inside, posix separators. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A place, with the excerpt that shows it. */
export interface PlaceInText extends Place {
  readonly frame: string;
}
