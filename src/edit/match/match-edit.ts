import type { Span } from "../text/span.ts";
import type { CaptureSpans } from "./bindings.ts";

/** The edit of a match. The text is made on demand, because many matches are superseded and need none. */
export interface MatchEdit {
  readonly span: Span;
  /** Throws a ToolError if rewriters call each other without end, or reach out of the code that they rewrite. */
  readonly write: () => string;
  /** The places of the code that the match bound, found once. */
  readonly captures: CaptureSpans;
}
