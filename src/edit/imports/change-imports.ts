import type { ImportChanges, Replacement, TextEdit } from "../../model/edit.ts";
import { parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { composeEdits } from "../text/compose-edits.ts";
import { splice } from "../text/splice.ts";
import { addImport, type IsLeaving } from "./add-imports.ts";
import { mergeImports } from "./merge-imports.ts";
import type { FileTree } from "./module-imports.ts";
import { leavingNames, removeImport } from "./remove-imports.ts";
import { typesToValues } from "./types-to-values.ts";

/** The most imports of one file that are merged. */
const MOST_MERGED = 1000;

/** Returns the edits by which a file gets, loses and joins imports, in this order; none if it has them so. */
export function changeImports(
  text: string,
  language: Language,
  opId: string,
  { add, remove, merge }: ImportChanges,
): readonly Replacement[] {
  let edits: readonly Replacement[] = [];
  let current = text;
  const tree = (): FileTree => ({ root: parseText(current, language), text: current, language });
  const take = (find: (tree: FileTree) => readonly TextEdit[]): boolean => {
    const found = find(tree());
    if (found.length === 0) return false;
    edits = composeEdits(
      text,
      edits,
      found.map((edit) => ({ ...edit, opId })),
    );
    current = splice(current, found);
    return true;
  };
  const isLeaving = leavingOf(remove.length === 0 ? undefined : tree(), { add, remove });
  for (const each of add) {
    // A language without types cannot import any.
    if (each.type && language === "javascript") continue;
    if (!each.type) take((file) => typesToValues(file, each));
    take((file) => addImport(file, each, isLeaving));
  }
  for (const each of remove) take((file) => removeImport(file, each, add));
  for (let count = 0; merge && count < MOST_MERGED; count += 1) if (!take(mergeImports)) break;
  return edits;
}

/** Finds the names that the op removes: they are free for what it adds. */
function leavingOf(
  tree: FileTree | undefined,
  { add, remove }: Pick<ImportChanges, "add" | "remove">,
): IsLeaving {
  if (tree === undefined) return () => false;
  const leaving = remove.flatMap((each) => leavingNames(tree, each, add));
  const keys = leaving.flatMap(({ from, names }) =>
    names.map(({ local }) => `${local} ${from.module}`),
  );
  const set = new Set(keys);
  return (module, local) => set.has(`${local} ${module}`);
}
