import type { SkippedFile } from "./action/preview.ts";
import { ToolError } from "./tool-error.ts";

/** A call that failed after it had read files. Their outcome still counts in the report. */
export class CallFailedError extends ToolError {
  override readonly name = "CallFailedError";
  /** The paths that were searched. */
  readonly searched: readonly string[];
  readonly skipped: readonly Omit<SkippedFile, "step">[];

  constructor(
    message: string,
    { searched, skipped }: Pick<CallFailedError, "searched" | "skipped">,
  ) {
    super(message);
    this.searched = searched;
    this.skipped = skipped;
  }
}
