/** A tool refuses or fails, in words that are meant for whoever called it. Reported as it is (R11). */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}

/** The caller stopped the call before it did anything (A22). */
export class CancelledError extends ToolError {
  override readonly name = "CancelledError";
}

/** A preview is no longer what the files say; nothing was written (A18). */
export class StalePreviewError extends ToolError {
  override readonly name = "StalePreviewError";
}
