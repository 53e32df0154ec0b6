import { countWhile } from "../../shared/lists/count-while.ts";
import type { Span } from "./span.ts";

/** Returns the spans that overlap a place, or end or begin in it. `spans` are sorted by their start. */
export function spansWithin<Each extends Span>(
  spans: readonly Each[],
  { start, end }: Span,
): readonly Each[] {
  const first = countWhile(spans, (span) => span.end <= start);
  const last = countWhile(spans, (span) => span.start < end);
  return spans.slice(first, last);
}
