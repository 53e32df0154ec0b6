/** A place in a file that a person wrote. Lines and columns start at 1; columns count UTF-16 code units. */
export interface Place {
  /** Path as shown to people: relative to the root where it is inside, posix separators. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A place, with the excerpt that shows it. */
export interface PlaceInText extends Place {
  readonly frame: string;
}
