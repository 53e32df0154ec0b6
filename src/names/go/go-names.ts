import type { SgNode } from "@ast-grep/napi";
import { extentOf, textOf } from "../code-of.ts";
import type { FileNames, Origin, Resolved } from "../file-names.ts";
import { namesOfScopes } from "../names-of-scopes.ts";
import { type ScopedDeclaration, type ScopedUse, scopedDeclaration, TOP } from "../scoped-names.ts";
import { type GoImport, goImports } from "./go-imports.ts";
import { goDeclaration } from "./go-roles.ts";

const KINDS = ["identifier", "package_identifier", "type_identifier"];

/**
 * Returns the names of a text of Go, from the engine's tree of it. A package has the name of the last part of its path,
 * unless that is no name. A name that nothing in the text declares may be one of `import . "a"`.
 */
export function goNames(root: SgNode): FileNames {
  const text = textOf(root);
  const imports = goImports(root);
  const declarations = imports.flatMap(importedBy);
  const uses: ScopedUse[] = [];
  for (const node of root.findAll({ rule: { any: KINDS.map((kind) => ({ kind })) } })) {
    const { start, end } = extentOf(node);
    const parent = node.parent();
    if (parent?.is("import_spec") || parent?.is("package_clause")) continue;
    const name = text.slice(start, end);
    const declared = goDeclaration(node);
    if (declared === undefined) uses.push({ name, start, end, spaces: [], isType: false });
    else if (name !== "_") {
      const scope = declared.scope ? { ...extentOf(declared.scope), isTop: false } : TOP;
      const from = declared.after ? extentOf(declared.after).end : scope.start;
      declarations.push(scopedDeclaration({ name, start, end, kind: declared.as, scope, from }));
    }
  }
  const undeclared = (name: string, members: readonly string[]) =>
    resolveUndeclared(name, members, imports);
  return namesOfScopes({ text, declarations, uses, undeclared });
}

function importedBy({ path, local, place }: GoImport): readonly ScopedDeclaration[] {
  if (local === undefined) return [];
  const origin = { module: path, path: [] };
  return [scopedDeclaration({ ...place, name: local, kind: "import", scope: TOP, origin })];
}

/** A package that its path does not name may have any name; `import . "a"` may bring any. */
function resolveUndeclared(
  name: string,
  members: readonly string[],
  imports: readonly GoImport[],
): Resolved {
  const among = imports.flatMap(({ path: module, alias, local }): readonly Origin[] => {
    if (alias === ".") return [{ module, path: [name, ...members] }];
    return alias === undefined && local === undefined ? [{ module, path: members }] : [];
  });
  return among.length === 0 ? { kind: "global", name, path: members } : { kind: "unknown", among };
}
