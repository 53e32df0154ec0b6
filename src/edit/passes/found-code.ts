import type { Replacement } from "../../model/edit.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { moveSpan, type Span } from "../text/span.ts";
import type { Part } from "./parts.ts";

/** Leaves out what is known of replacements that gave way to another op's. */
export function ofAccepted<Found extends Omit<Replacement, "text">>(
  found: readonly Found[],
  accepted: readonly Replacement[],
): readonly Found[] {
  if (found.length === 0) return found;
  const keyOf = ({ opId, start, end }: Omit<Replacement, "text">) => `${opId} ${start} ${end}`;
  const keys = new Set(accepted.map(keyOf));
  return found.filter((each) => keys.has(keyOf(each)));
}

/** Returns the places of the comments of all parts, sorted. */
export function findComments(parts: readonly Part[]): readonly Span[] {
  const found = parts.flatMap(({ root, language, shift }) =>
    commentsBelow(root(), language).map((span) => moveSpan(span, shift)),
  );
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}
