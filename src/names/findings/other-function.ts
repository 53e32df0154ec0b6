import type { Extent } from "../file-names.ts";
import type { Paired } from "./pair-occurrences.ts";

/** True for a word such as `this` that an edit moved into a function of its template, or out of one of its match. */
export function isOfOtherFunction({ now, was, edit, written }: Paired): boolean {
  if (was?.implicit === undefined || edit === undefined || written === undefined) return false;
  return isIn(was.implicit.owner, edit) !== isIn(now.implicit?.owner, written);
}

function isIn(owner: Extent | undefined, { start, end }: Extent): boolean {
  return owner !== undefined && start <= owner.start && owner.end <= end;
}
