import type { SkippedFile } from "./preview.ts";
import { ToolError } from "./tool-error.ts";

/** A call failed after it had looked at files: what it came to by then still counts. */
export class CallFailedError extends ToolError {
  override readonly name = "CallFailedError";
  /** Paths that were searched. */
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
