import type { SupersededReplacement } from "../model/edit.ts";
import type { OpReplacements } from "./find-replacements.ts";
import { overlaps } from "./overlaps.ts";
import type { Span } from "./template.ts";

/**
 * What gave way in all passes so far, after one more of them was taken, in the text before the first one.
 * What this pass did after all is no loss any more, and what gave way again counts once. `origin` says
 * where a place that this pass searched came from.
 */
export function carryLosses(
  earlier: readonly SupersededReplacement[],
  { accepted, superseded }: OpReplacements,
  origin: (place: Span) => Span,
): readonly SupersededReplacement[] {
  const open = [...earlier];
  const take = (opId: string, place: Span): SupersededReplacement | undefined => {
    const index = open.findIndex((lost) => lost.opId === opId && overlaps(lost, place));
    return index === -1 ? undefined : open.splice(index, 1)[0];
  };
  for (const edit of accepted) take(edit.opId, origin(edit));
  const again = superseded.map((lost): SupersededReplacement => {
    const place = origin(lost);
    const winner = lost.winner ? { winner: origin(lost.winner) } : {};
    return take(lost.opId, place) ?? { ...lost, ...place, ...winner };
  });
  return [...open, ...again].sort((a, b) => a.start - b.start || a.end - b.end);
}
