import type { SgNode } from "@ast-grep/napi";
import type { Extent, FileNames, Reference, Resolved } from "../file-names.ts";
import { withOwners } from "../implicit-names.ts";
import { docstringsIn } from "./docstrings.ts";
import { type Meaning, Meanings } from "./meanings.ts";
import { nameOf } from "./name-of.ts";
import { Origins } from "./origins.ts";
import { readScopes } from "./scope-reader.ts";

/**
 * Returns the names of a text of Python, from the engine's tree of it. The tree is not kept.
 *
 * Places that assign to a name declare it, and are no references; those of `x += 1` and `del x` are references, unless
 * nothing else declares the name.
 */
export function pythonNames(root: SgNode): FileNames {
  const read = readScopes(root);
  const names = new Meanings(read);
  const meanings = new Map<number, Meaning>();
  for (const declaration of names.declarations)
    for (const { start } of declaration.places) meanings.set(start, declaration);
  const references: Reference[] = [];
  for (const { name, start, end, scope, form, isInLoop, isInType } of read.uses) {
    if (meanings.has(start)) continue;
    const at = form === "export" ? read.text.length : start;
    const declaration = names.meaningIn({ scope, isInLoop }, name, at);
    references.push({ name, start, end, declaration, form, isType: isInType });
    if (form === "plain") meanings.set(start, declaration);
  }
  const origins = new Origins(read.text, meanings);
  for (const declaration of names.declarations) origins.settle(declaration);
  return {
    declarations: names.declarations,
    references,
    meaningAt: (name: string, at: number): Meaning =>
      names.meaningIn(read.regions.at(at), nameOf(name), at),
    resolve: (place: Extent): Resolved => origins.resolve(place),
    isExposed: ({ scope }) => scope.isTop && names.isExposed,
    implicitNames: () => withOwners(read.implicit, read.owners),
    docstrings: docstringsIn(root),
  };
}
