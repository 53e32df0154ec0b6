import type * as astGrep from "@ast-grep/napi";

/** A file that a transform gets. */
export interface TransformFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** As earlier steps left it. A BOM is its first character. */
  readonly text: string;
  /** As ast-grep names it, `TypeScript` or `python`; undefined if the file is of no language with a grammar. */
  readonly language: string | undefined;
}

/** An edit of a text: characters from `start` to `end`, in UTF-16 offsets, give way to `text`. */
export interface TransformEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The means of a transform. */
export interface TransformContext {
  /** The tree of the file, parsed when it is first asked for. Throws for a file without a grammar. */
  readonly root: astGrep.SgRoot;
  readonly lang: string | undefined;
  /** `params` of the step. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The files of the step, sorted; relative to the root. */
  readonly files: readonly string[];
  /** Parses a text in a language of ast-grep. */
  parse(language: string, text: string): astGrep.SgRoot;
  /** ast-grep itself. */
  readonly engine: typeof astGrep;
  /** Proposes a text for another file, which need not exist. */
  proposeText(path: string, text: string): void;
  /** Proposes to remove a file. */
  proposeDelete(path: string): void;
  /** Proposes to move the file itself, with the text that is returned for it. Its new path must be free. */
  proposeMove(from: string, to: string): void;
}

/**
 * A transform in Sluice's own form: the default export of a module. Returns the new text, edits of the text (those of
 * ast-grep or {@link TransformEdit}), or nothing if the file stays as it is. Writes nothing. An error is that of the
 * file, and the others go on.
 */
export type Transform = (
  file: TransformFile,
  context: TransformContext,
) => TransformResult | Promise<TransformResult>;

/** The value that a transform may return. */
export type TransformResult = string | readonly (TransformEdit | astGrep.Edit)[] | null | undefined;
