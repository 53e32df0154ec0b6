import type { Replacement, SupersededReplacement, TextEdit } from "../../model/edit.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import { overlaps } from "../text/overlaps.ts";

/**
 * Merges the replacements of several ops, in the order in which the ops are written (A13), into one list that can be
 * spliced: an earlier op wins, and a replacement that overlaps it is superseded (A14). A replacement that is equal to
 * an accepted one counts once and is not listed again (A15); edits that only touch do not overlap.
 */
export function mergeReplacements(byOp: readonly OpReplacements[]): OpReplacements {
  let accepted: readonly Replacement[] = [];
  const superseded: SupersededReplacement[] = [];
  for (const next of byOp) {
    if (accepted.length === 0) {
      for (const lost of withWinners(next)) superseded.push(lost);
      accepted = [...next.accepted].sort(byPlace);
      continue;
    }
    const added: Replacement[] = [];
    const stands = new Map<Replacement, Replacement>();
    let at = 0;
    for (const replacement of next.accepted) {
      while (endsBefore(accepted[at], replacement)) at += 1;
      const standing = findInTheWay(accepted, at, replacement);
      stands.set(replacement, standing ?? replacement);
      if (standing === undefined) added.push(replacement);
      else if (!isSameEdit(standing, replacement)) {
        superseded.push({ ...replacement, byOpId: standing.opId, winner: placeOf(standing) });
      }
    }
    for (const lost of withWinners(next, stands)) superseded.push(lost);
    accepted = [...accepted, ...added].sort(byPlace);
  }
  return { accepted, superseded: superseded.sort(byPlace) };
}

/**
 * Gives each replacement that was superseded by its own op the winner that stands there now: by default, the accepted
 * one itself. `accepted` is sorted and without overlaps.
 */
function withWinners(
  { accepted, superseded }: OpReplacements,
  stands?: ReadonlyMap<Replacement, Replacement>,
): readonly SupersededReplacement[] {
  let at = 0;
  return [...superseded].sort(byPlace).map((lost) => {
    while ((accepted[at]?.end ?? Infinity) <= lost.start) at += 1;
    const outer = accepted[at];
    if (outer === undefined || !overlaps(outer, lost)) return lost;
    const standing = stands === undefined ? outer : stands.get(outer);
    return standing === undefined ? lost : { ...lost, winner: placeOf(standing) };
  });
}

function placeOf({ start, end }: TextEdit): Pick<TextEdit, "start" | "end"> {
  return { start, end };
}

/** Finds the first of `accepted`, from `at` on, that overlaps `replacement` or is the same edit. */
function findInTheWay(
  accepted: readonly Replacement[],
  at: number,
  replacement: Replacement,
): Replacement | undefined {
  for (let index = at; index < accepted.length; index += 1) {
    const standing = accepted[index];
    if (standing === undefined || standing.start > replacement.end) return undefined;
    if (overlaps(standing, replacement) || isSameEdit(standing, replacement)) return standing;
  }
  return undefined;
}

function endsBefore(standing: TextEdit | undefined, { start }: TextEdit): boolean {
  return standing !== undefined && standing.end < start;
}

function isSameEdit(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

// Sorting is stable: replacements at one place stay in the order of the ops.
function byPlace(a: TextEdit, b: TextEdit): number {
  return a.start - b.start || a.end - b.end;
}
