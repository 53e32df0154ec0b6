import type { Extent, ImplicitName } from "./file-names.ts";

/** A word such as `this` or `break`. */
export interface OwnedWord extends Extent {
  readonly name: string;
  /** The kinds of places that give it a meaning; of a jump, also those that it cannot leave. */
  readonly of: RegExp;
  /** The kinds of places that a jump cannot leave. Undefined for a word that may stand outside of all places. */
  readonly within?: RegExp;
}

/** A place that may give words a meaning: a function, a loop. */
export interface Owner extends Extent {
  readonly kind: string;
}

/** Gives each word the innermost of the places that give such words a meaning. Sorts both lists by place. */
export function withOwners(words: OwnedWord[], owners: Owner[]): readonly ImplicitName[] {
  words.sort(byPlace);
  owners.sort(byPlace);
  const open: Owner[] = [];
  const closeAt = (at: number) => {
    while ((open.at(-1)?.end ?? Infinity) <= at) open.pop();
  };
  let next = 0;
  return words.map(({ name, start, end, of, within }) => {
    for (let owner = owners[next]; owner && owner.start <= start; owner = owners[next]) {
      closeAt(owner.start);
      open.push(owner);
      next += 1;
    }
    closeAt(start);
    const owner = open.findLast(({ kind }) => of.test(kind));
    const isLost = within !== undefined && (owner === undefined || within.test(owner.kind));
    return { name, start, end, owner, isLost };
  });
}

function byPlace(a: Extent, b: Extent): number {
  return a.start - b.start || b.end - a.end;
}
