// The shapes that the parts of formatting hand to each other.

/** A text that a formatter gets; the path is relative to the root. */
export interface TextOfFile {
  readonly path: string;
  readonly text: string;
}

/** The answer of a formatter to one text. The message is about the file, and has no full stop. */
export type FormatAnswer =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string };

/** A formatter that can be started. */
export interface OpenFormatter {
  /**
   * Returns an answer for each text, in order; no path is there twice. Throws a `ToolError` if it cannot run at all.
   */
  run(texts: readonly TextOfFile[]): Promise<readonly FormatAnswer[]>;
  /** Removes what it needed. Throws a `ToolError` if it wrote where it may only read. */
  close(): Promise<void>;
}

/** A change of a step; `before` is undefined for a new file. */
export interface ChangeToFormat {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The outcome of one change; the texts of messages follow `path: `, and have no full stop. */
export type FormatOutcome =
  /** `text` is that of the step if the formatter leaves it; `left` says why it could not be taken over, if so. */
  | { readonly kind: "done"; readonly text: string; readonly left?: string }
  | { readonly kind: "failed"; readonly message: string };

/** Formats what a step changed. */
export interface Formatter {
  /** Returns an outcome for each change, in order. Throws a `ToolError` if a formatter cannot run at all. */
  format(changes: readonly ChangeToFormat[]): Promise<readonly FormatOutcome[]>;
}
