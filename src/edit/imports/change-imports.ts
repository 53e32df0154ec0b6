import type { SgNode } from "@ast-grep/napi";
import type { ImportChanges, Replacement, TextEdit } from "../../model/edit.ts";
import { parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { composeEdits } from "../text/compose-edits.ts";
import { splice } from "../text/splice.ts";
import { addImport } from "./add-imports.ts";
import { mergeImports } from "./merge-imports.ts";
import { removeImport } from "./remove-imports.ts";

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
  const take = (find: (root: SgNode) => readonly TextEdit[]): boolean => {
    const found = find(parseText(current, language));
    if (found.length === 0) return false;
    edits = composeEdits(
      text,
      edits,
      found.map((edit) => ({ ...edit, opId })),
    );
    current = splice(current, found);
    return true;
  };
  for (const each of add) take((root) => addImport(root, current, each));
  for (const each of remove) take((root) => removeImport({ root, text: current, language }, each));
  for (let count = 0; merge && count < MOST_MERGED; count += 1)
    if (!take((root) => mergeImports(root, current, language))) break;
  return edits;
}
