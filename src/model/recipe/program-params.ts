/** The argument of a program in whose place the files of a batch stand. */
export const FILES_ARGUMENT = "{files}";

/** A program over files, as far as steps and formatters start it in the same way. */
export interface ProgramParams {
  /** The program and its arguments; no shell reads them. */
  readonly run: readonly string[];
  /** The most files of one start. Default: as many as one command line takes. */
  readonly batch?: number;
  /** The names of the variables that it gets beside those without secrets. */
  readonly env: readonly string[];
  /** The exit codes that are no failure. */
  readonly ok: readonly number[];
  /** Folders and files that git ignores, relative to the root, that it sees. */
  readonly link: readonly string[];
}
