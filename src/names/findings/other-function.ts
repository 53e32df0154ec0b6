import type { Extent } from "../file-names.ts";
import type { Occurrence } from "./occurrences.ts";
import type { Paired } from "./pair-occurrences.ts";

/** True for a word such as `this` or `break` that an edit moved into a function or loop, or out of one. */
export function isOfOtherFunction({ now, was, edit, written }: Paired): boolean {
  if (was?.implicit === undefined || edit === undefined || written === undefined) return false;
  if (was.implicit.isLost !== now.implicit?.isLost) return true;
  return isIn(was.implicit.owner, edit) !== isIn(now.implicit?.owner, written);
}

/** True for a word of a template that nothing around it gives, unless the match says it as well. */
export function isLostWord(
  { name, implicit }: Occurrence,
  matched: readonly Occurrence[],
): boolean {
  return (
    implicit?.isLost === true &&
    !matched.some((old) => old.name === name && old.implicit?.isLost === true)
  );
}

function isIn(owner: Extent | undefined, { start, end }: Extent): boolean {
  return owner !== undefined && start <= owner.start && owner.end <= end;
}
