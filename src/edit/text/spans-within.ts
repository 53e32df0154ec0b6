import type { Span } from "./span.ts";

/** Returns the spans that overlap a place, or end or begin in it. `spans` are sorted by their start. */
export function spansWithin<Each extends Span>(
  spans: readonly Each[],
  { start, end }: Span,
): readonly Each[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const found: Each[] = [];
  for (let index = low; index < spans.length; index += 1) {
    const span = spans[index];
    if (span === undefined || span.start >= end) break;
    found.push(span);
  }
  return found;
}
