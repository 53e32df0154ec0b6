import type { ImportToAdd } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import { meansExport } from "../../names/means-export.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";

/**
 * Makes imports those of types if the file imports what the op searches for as types, and the text after its edits uses
 * their names as types alone. A module that runs has no such export, so that an import of a value would fail.
 */
export function importedAsTypes(
  added: readonly ImportToAdd[],
  op: CompiledNames,
  before: () => FileNames | undefined,
  after: () => FileNames | undefined,
): readonly ImportToAdd[] {
  const names = added.length === 0 ? undefined : before();
  if (names === undefined || !importsTypes(op, names)) return added;
  const { references } = after() ?? { references: [] };
  return added.map((each) => {
    const locals = new Set([each.default, each.namespace, ...each.names.map(([, local]) => local)]);
    const uses = references.filter(({ name }) => locals.has(name));
    return uses.length > 0 && uses.every(({ isType }) => isType) ? { ...each, type: true } : each;
  });
}

/** True if what an op searches for is imported, and all of it as types. */
function importsTypes({ meant, captures, whole }: CompiledNames, { declarations }: FileNames) {
  const searched = [...Object.values(captures), ...(whole === undefined ? [] : [whole])];
  const found = declarations.filter(({ origin }) =>
    searched.some((name) => {
      const meaning = meant[name];
      return origin && typeof meaning === "object" && meansExport(origin, meaning);
    }),
  );
  return found.length > 0 && found.every(({ isTypeOnly }) => isTypeOnly);
}
