import { clip } from "../../../edit/engine/parse-issues.ts";
import { createPlaceFinder } from "../../../edit/text/place-finder.ts";
import type { CodeLoss, NameFaultKind } from "../../../model/action/code-loss.ts";
import {
  type FileLosses,
  LISTED_LOSSES,
  type LostCode,
  type NameFaults,
  NO_LOSSES,
  NO_NAME_FAULTS,
  NOTHING_LOST,
} from "../../../model/action/file-losses.ts";
import { countWhile } from "../../../shared/lists/count-while.ts";
import type { EditGroup, PlannedFile } from "./planned-file.ts";

type PlaceOf = ReturnType<typeof createPlaceFinder>;

/**
 * Returns a function that counts the losses of some edits of a file: each alone, so that none is counted twice.
 * Undefined if they are not known.
 */
export function createLossCounter({
  text,
  plan: { losses, replacements },
}: Pick<PlannedFile, "text" | "plan">): ((edits: EditGroup) => FileLosses) | undefined {
  if (losses === undefined) return undefined;
  if (losses.length === 0) return () => NO_LOSSES;
  const placeOf = createPlaceFinder(text);
  const count = (some: readonly CodeLoss[]) => countLosses(some, placeOf);
  return (edits) =>
    count(
      edits.length === replacements.length
        ? losses
        : edits.flatMap((edit) => lossesIn(losses, edit)),
    );
}

/** Does the same for places of one kind, sorted by their edits. */
export function createPlaceCounter(
  kind: CodeLoss["kind"],
  found: readonly CodeLoss[] | undefined,
  { text, plan: { replacements } }: Pick<PlannedFile, "text" | "plan">,
): ((edits: EditGroup) => LostCode) | undefined {
  if (found === undefined) return undefined;
  if (found.length === 0) return () => NOTHING_LOST;
  const placeOf = createPlaceFinder(text);
  return (edits) => {
    const isWhole = edits.length === replacements.length;
    const some = isWhole ? found : edits.flatMap((edit) => lossesIn(found, edit));
    return countOfKind(kind, some, placeOf);
  };
}

/** Does the same for the faults of names. */
export function createNamesCounter({
  text,
  plan: { names, replacements },
}: Pick<PlannedFile, "text" | "plan">): ((edits: EditGroup) => NameFaults) | undefined {
  if (names === undefined) return undefined;
  if (names.length === 0) return () => NO_NAME_FAULTS;
  const placeOf = createPlaceFinder(text);
  const isWhole = (edits: EditGroup) => edits.length === replacements.length;
  const namesOf = (edits: EditGroup) => edits.flatMap((edit) => lossesIn(names, edit));
  return (edits) => countNameFaults(isWhole(edits) ? names : namesOf(edits), placeOf);
}

/** Counts the places that were left because of their names. */
export function countUnresolved({
  text,
  plan: { unresolved = [] },
}: Pick<PlannedFile, "text" | "plan">): LostCode {
  if (unresolved.length === 0) return NOTHING_LOST;
  const placeOf = createPlaceFinder(text);
  const first = unresolved.slice(0, LISTED_LOSSES).map(({ start, end }) => ({
    line: placeOf(start).line,
    text: clip(text.slice(start, end)),
  }));
  return { count: unresolved.length, first };
}

/** Returns the losses of an edit, or of edits that became part of it in a later pass. */
function lossesIn(
  losses: readonly CodeLoss[],
  { start, end }: CodeLoss["edit"],
): readonly CodeLoss[] {
  const first = countWhile(losses, ({ edit }) => edit.start < start);
  const last = countWhile(losses, ({ edit }) => edit.start <= end);
  return losses.slice(first, last).filter(({ edit }) => edit.end <= end);
}

/** Counts faults of names by their kind, with the first places of each. */
export function countNameFaults(faults: readonly CodeLoss[], placeOf: PlaceOf): NameFaults {
  const ofKind = (kind: NameFaultKind) => countOfKind(kind, faults, placeOf);
  const [unbound, captured] = [ofKind("unbound"), ofKind("captured")];
  return { unbound, captured, duplicate: ofKind("duplicate"), unused: ofKind("unused") };
}

/** Counts losses by their kind, with the first places of each. */
export function countLosses(losses: readonly CodeLoss[], placeOf: PlaceOf): FileLosses {
  const ofKind = (kind: CodeLoss["kind"]) => countOfKind(kind, losses, placeOf);
  return { comments: ofKind("comment"), tokens: ofKind("token"), strings: ofKind("string") };
}

function countOfKind(
  kind: CodeLoss["kind"],
  losses: readonly CodeLoss[],
  placeOf: PlaceOf,
): LostCode {
  const some = losses.filter((loss) => loss.kind === kind);
  if (some.length === 0) return NOTHING_LOST;
  const first = [...some].sort((a, b) => a.at - b.at).slice(0, LISTED_LOSSES);
  return {
    count: some.length,
    first: first.map(({ at, text }) => ({ line: placeOf(at).line, text })),
  };
}
