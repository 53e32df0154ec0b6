import type { Extent, ImplicitName } from "./file-names.ts";

/** Gives each word the innermost of the places that give such words a meaning; both are sorted by their start. */
export function withOwners(
  words: readonly (Extent & { readonly name: string })[],
  owners: readonly Extent[],
): readonly ImplicitName[] {
  const open: Extent[] = [];
  let next = 0;
  return words.map(({ name, start, end }) => {
    for (let owner = owners[next]; owner && owner.start <= start; owner = owners[next]) {
      open.push(owner);
      next += 1;
    }
    while ((open.at(-1)?.end ?? Infinity) <= start) open.pop();
    return { name, start, end, owner: open.at(-1) };
  });
}
