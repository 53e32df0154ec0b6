import type { SupersededReplacement } from "../../model/edit.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import type { Span } from "../text/template.ts";
import { OpenLosses } from "./open-losses.ts";

/**
 * What gave way in all passes so far, after one more of them was taken, in the text before the first one.
 * What this pass did after all is no loss any more, and what gave way again counts once. `origin` says
 * where a place that this pass searched came from. `earlier` is sorted, and so is the answer.
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
