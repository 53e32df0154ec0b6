import type { SupersededReplacement } from "../../model/edit.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import type { Span } from "../text/span.ts";
import { OpenLosses } from "./open-losses.ts";

/**
 * Adds the superseded replacements of one more pass to the earlier ones, in places of the text before the first pass,
 * which `origin` returns: a replacement that this pass accepted is removed, and one that was superseded again counts
 * once. `earlier` is sorted, and so is the result.
 */
export function carryLosses(
  earlier: readonly SupersededReplacement[],
  { accepted, superseded }: OpReplacements,
  origin: (place: Span) => Span,
): readonly SupersededReplacement[] {
  const open = new OpenLosses(earlier);
  for (const edit of accepted) open.take(edit.opId, origin(edit));
  const again = superseded.map((lost): SupersededReplacement => {
    const place = origin(lost);
    const winner = lost.winner ? { winner: origin(lost.winner) } : {};
    return open.take(lost.opId, place) ?? { ...lost, ...place, ...winner };
  });
  return [...open.left, ...again].sort((a, b) => a.start - b.start || a.end - b.end);
}
