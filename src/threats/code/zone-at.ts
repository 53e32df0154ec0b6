import type { Span } from "../../edit/text/span.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import type { Zones } from "./scanned-text.ts";

/** The kind of text at a place. */
export type ZoneKind = "code" | "comment" | "literal";

/** Returns the kind of the text at an offset. */
export function zoneAt({ comments, literals }: Zones, at: number): ZoneKind {
  if (isIn(comments, at)) return "comment";
  return isIn(literals, at) ? "literal" : "code";
}

function isIn(spans: readonly Span[], at: number): boolean {
  const before = spans[countWhile(spans, ({ start }) => start <= at) - 1];
  return before !== undefined && at < before.end;
}
