import type { Template } from "../replacement/template.ts";
import type { Span } from "../text/span.ts";
import type { CaptureSpans } from "./bindings.ts";

/** The edit of a match. The text is made on demand, because many matches are superseded and need none. */
export interface MatchEdit {
  readonly span: Span;
  /**
   * Writes the replacement, from its own template or another one with the same variables. Throws a ToolError if
   * rewriters call each other without end, or reach out of the code that they rewrite.
   */
  readonly write: (template?: Template) => string;
  /** The places of the code that the match bound, found once. */
  readonly captures: CaptureSpans;
  /** Returns the text that a transformation made, by its name. Throws as `write` does. */
  readonly made: (name: string) => string | undefined;
}
