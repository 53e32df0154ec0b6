import { type TextLimit, writtenWithin } from "../../report/comment/text-limit.ts";
import type { ReportComment } from "./comment-of.ts";
import { type MergedLegs, mergeLegs, SHARED } from "./merge-legs.ts";
import { type IsAncestor, isOlder, isOtherLeg, readRunMark } from "./run-mark.ts";

/** Returns the text that takes the place of earlier ones: of all legs, or of one run without a matrix. */
export async function ownText(
  bodies: readonly string[],
  { marker, mark, leg, write }: ReportComment,
  { isAncestor, ...within }: TextLimit & { readonly isAncestor: IsAncestor },
  note: (sentence: string) => void,
): Promise<MergedLegs> {
  if (leg !== undefined) return mergeLegs(bodies, leg, { marker, isAncestor, ...within }, note);
  const marks = bodies.map(readRunMark);
  for (const theirs of marks)
    if (await isOlder(mark, theirs, isAncestor)) return { kind: "older", theirs };
  const isShared = marks.some((theirs) => isOtherLeg(mark, theirs));
  if (isShared) note(SHARED);
  const warning = isShared ? SHARED : "";
  const text = writtenWithin(within, (length) => write(length, warning));
  return { kind: "text", text, parts: [] };
}
