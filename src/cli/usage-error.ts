/** The command line is not understood: exit code 2, nothing was run. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
