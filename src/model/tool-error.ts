import type { SkippedFile } from "./preview.ts";

/** A tool refuses or fails, in words that are meant for whoever called it. Reported as it is (R11). */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}

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

/** The caller stopped the call before it did anything (A22). */
export class CancelledError extends ToolError {
  override readonly name = "CancelledError";
}

/** A preview is no longer what the files say; nothing was written (A18). */
export class StalePreviewError extends ToolError {
  override readonly name = "StalePreviewError";
}
