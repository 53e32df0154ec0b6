import { LISTED_LOSSES } from "../../model/action/file-losses.ts";
import type { FilePlan } from "../../model/file-plan.ts";
import { LEFTOVER_KINDS, type LeftoverGroup } from "../../model/search/leftovers.ts";
import { once } from "../../shared/once.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { clip } from "../engine/parse-issues.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import type { Span } from "../text/span.ts";
import { findSkippedPlaces, isLeft, type LeftPlace } from "./left-places.ts";
import { looksOf } from "./look.ts";

/** A text that was searched, and what became of it. */
export interface SearchedFile {
  readonly text: string;
  readonly ops: readonly CompiledOp[];
  readonly plan: FilePlan;
  /** True if nothing of it may be edited, although it has matches. */
  readonly isSkipped: boolean;
  /** Sorted places, if only matches that touch one of them count. */
  readonly places?: readonly Span[] | undefined;
}

/** The most places of one op and kind that are named with `leftovers: list`. */
const LISTED = 100;

/**
 * Groups the places of a file that look like matches and could not be edited: `found` in its trees, matches in others,
 * and all of a file that was skipped.
 */
export function findLeftovers(
  file: SearchedFile,
  found: readonly LeftPlace[],
): readonly LeftoverGroup[] {
  const { text, ops } = file;
  const placeOf = once(() => createPlaceFinder(text));
  const left = eachOnce(leftIn(file, found));
  const ids = [...new Set(ops.map(({ id }) => id))];
  return ids.flatMap((opId) =>
    LEFTOVER_KINDS.flatMap((kind) => {
      const some = left.filter((each) => each.kind === kind && each.opId === opId);
      const [one] = some;
      if (one === undefined) return [];
      const isListed = ops.some(({ id, leftovers }) => id === opId && leftovers === "list");
      const first = some
        .sort((a, b) => a.start - b.start)
        .slice(0, isListed ? LISTED : LISTED_LOSSES)
        .map(({ start, end }) => {
          return { line: placeOf()(start).line, text: clip(text.slice(start, end)) };
        });
      return [{ opId, like: one.like, kind, count: some.length, first }];
    }),
  );
}

function leftIn(
  { text, ops, plan, isSkipped, places }: SearchedFile,
  found: readonly LeftPlace[],
): readonly LeftPlace[] {
  if (plan.kind === "no-match") return found;
  const placeOf = ({ opId, ...span }: LeftMatch, kind: LeftPlace["kind"]): readonly LeftPlace[] => {
    const op = ops.find(({ id }) => id === opId);
    const like = op && looksOf(op)[0]?.like;
    return op
      ? [{ ...span, opId, like: like ?? clip(text.slice(span.start, span.end)), kind }]
      : [];
  };
  if (plan.kind === "syntax-errors") return findSkippedPlaces({ text, ops, edits: [], places });
  const { replacements, superseded } = plan;
  if (isSkipped) return replacements.flatMap((each) => placeOf(each, "skipped"));
  const isThere = (span: Span) => isLeft(span, text, replacements);
  return [
    ...found.filter(isThere),
    ...superseded.filter(isThere).flatMap((each) => placeOf(each, "overlap")),
  ];
}

type LeftMatch = Span & Pick<LeftPlace, "opId">;

/** In a page, an op is compiled for several languages. */
function eachOnce(places: readonly LeftPlace[]): readonly LeftPlace[] {
  return [...new Map(places.map((each) => [`${each.opId} ${each.start}`, each])).values()];
}
