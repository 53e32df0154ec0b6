/** Thrown when a tool refuses or fails, in words for the caller. Reported as it is (R11). */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}

/** Thrown when the caller stopped the call before it did anything (A22). */
export class CancelledError extends ToolError {
  override readonly name = "CancelledError";
}

/** Thrown when a bound on matches or texts is met: the run ends with the outcome `limit`. */
export class LimitError extends ToolError {
  override readonly name = "LimitError";
}

/** Thrown when a preview differs from the files; nothing was written (A18). */
export class StalePreviewError extends ToolError {
  override readonly name = "StalePreviewError";
}

/** Thrown when a call names a file that its step leaves alone (X1). */
export class LeftAloneError extends ToolError {
  override readonly name = "LeftAloneError";
  readonly path: string;
  /** In words that follow the path. */
  readonly why: string;

  constructor(path: string, why: string) {
    super(`\`${path}\` is left alone: ${why}, and the recipe says nothing else (onHeld).`);
    this.path = path;
    this.why = why;
  }
}
