import type { Declaration } from "../file-names.ts";
import type { Paired } from "./pair-occurrences.ts";

/**
 * Finds captured names that declare another thing than the other places that declared it with them: an assignment of
 * Python that moves into a function binds a name of that function, and so does `y += 1`, which declared nothing before.
 */
export function splitDeclarations(pairs: readonly Paired[]): readonly Paired[] {
  const declaring = pairs.filter(({ now, was }) => now.isDeclaring && was?.isDeclaring);
  const kept = new Map<Declaration, Paired["now"]["declaration"]>();
  // What stands outside of all edits keeps the name.
  for (const { now, was } of declaring.toSorted((a, b) => Number(!!a.edit) - Number(!!b.edit))) {
    const old = was?.declaration;
    if (typeof old === "object" && !kept.has(old)) kept.set(old, now.declaration);
  }
  return pairs.filter(({ now, was, edit }) => {
    const [old, fresh] = [was?.declaration, now.declaration];
    if (!now.isDeclaring || !edit || typeof old !== "object" || typeof fresh !== "object")
      return false;
    const isSplit = was?.isDeclaring === true || (fresh.isAssigned === true && kept.has(old));
    return isSplit && kept.get(old) !== fresh;
  });
}
