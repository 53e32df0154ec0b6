/** A place in a file that the user wrote. Lines and columns start at 1; columns count UTF-16 code units. */
export interface Place {
  /** The path as shown to users: relative to the root if it is inside, posix separators. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A place in what the user wrote: a text, with the excerpt that shows it, or an object of a program. */
export type PlaceInText = PlaceInFile | PlaceInObject;

interface PlaceInFile extends Place {
  readonly frame: string;
}

interface PlaceInObject {
  /** The name of the object, such as `object:recipes[0]`. */
  readonly path: string;
  /** The path of a value in the object: `steps[0].ast_edit.ops[1].pat`. Absent: the object itself. */
  readonly at?: string;
  readonly line?: never;
}

/** A range of a text. Lines and columns start at 1; columns count UTF-16 code units, and a BOM has none. */
export interface TextRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  /** Exclusive. */
  readonly endColumn: number;
}

/** The place of an edit in the text before all edits of its change, and in the text after them. */
export interface EditRegion {
  readonly before: TextRegion;
  readonly after: TextRegion;
}
