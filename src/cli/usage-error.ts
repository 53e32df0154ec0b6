import type { OptionValue } from "../shared/option-value.ts";

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

/** The value of an option; throws a `UsageError` that names the option where its text is wrong. */
export function valueOfOption<T>(name: string, parsed: OptionValue<T>): T {
  if ("value" in parsed) return parsed.value;
  throw new UsageError(`--${name}: ${parsed.fault}`, parsed.hint);
}
