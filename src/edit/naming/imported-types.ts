import type { FileNames } from "../../names/file-names.ts";
import { meansExport } from "../../names/means-export.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import type { BroughtName } from "./names-of-matches.ts";

/**
 * Makes imports those of types if they stand for imports of types, and the text after the edits uses their names as
 * types alone. A module that runs has no such export, so that an import of a value would fail, or load it in vain.
 */
export function importedAsTypes(
  brought: readonly BroughtName[],
  after: () => FileNames | undefined,
): readonly BroughtName[] {
  if (!brought.some(({ isOfTypes }) => isOfTypes)) return brought;
  const { references } = after() ?? { references: [] };
  return brought.map((each) => {
    const uses = each.isOfTypes ? references.filter(({ name }) => name === each.local) : [];
    const isType = uses.length > 0 && uses.every((use) => use.isType);
    return isType ? { ...each, add: { ...each.add, type: true } } : each;
  });
}

/** True if what an op searches for is imported, and all of it as types. */
export function importsTypes(
  { meant, captures, whole }: CompiledNames,
  { declarations }: Pick<FileNames, "declarations">,
): boolean {
  const searched = [...Object.values(captures), ...(whole === undefined ? [] : [whole])];
  const found = declarations.filter(({ origin }) =>
    searched.some((name) => {
      const meaning = meant[name];
      return origin && typeof meaning === "object" && meansExport(origin, meaning);
    }),
  );
  return found.length > 0 && found.every(({ isTypeOnly }) => isTypeOnly);
}
