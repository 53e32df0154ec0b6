import type { Replacement, SupersededReplacement, TextEdit } from "../model/edit.ts";
import type { OpReplacements } from "./find-replacements.ts";

/**
 * Puts the replacements of several ops, in the order in which the ops are written (A13), into one list
 * that can be spliced. An earlier op wins; what overlaps it gives way (A14). A replacement equal to one
 * that stands counts once and is listed nowhere else (A15). Edits that only touch do not overlap.
 */
export function mergeReplacements(byOp: readonly OpReplacements[]): OpReplacements {
  let accepted: readonly Replacement[] = [];
  const superseded: SupersededReplacement[] = [];
  for (const next of byOp) {
    const added: Replacement[] = [];
    let at = 0;
    for (const replacement of next.accepted) {
      while (endsBefore(accepted[at], replacement)) at += 1;
      const standing = findInTheWay(accepted, at, replacement);
      if (standing === undefined) added.push(replacement);
      else if (!isSameEdit(standing, replacement)) {
        superseded.push({ ...replacement, byOpId: standing.opId });
      }
    }
    superseded.push(...next.superseded);
    accepted = [...accepted, ...added].sort(byPlace);
  }
  return { accepted, superseded: superseded.sort(byPlace) };
}

/** The first of `accepted`, from `at` on, that overlaps `replacement` or is the same edit. */
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

function overlaps(a: TextEdit, b: TextEdit): boolean {
  return a.start < b.end && b.start < a.end;
}

function isSameEdit(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

// Sorting is stable: what the ops put at one place stands in the order of the ops.
function byPlace(a: TextEdit, b: TextEdit): number {
  return a.start - b.start || a.end - b.end;
}
