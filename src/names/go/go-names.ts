import type { SgNode } from "@ast-grep/napi";
import type { FileNames, Origin, Resolved, Scope } from "../file-names.ts";
import {
  dottedParts,
  type ScopedDeclaration,
  ScopedNames,
  type ScopedUse,
  scopedDeclaration,
} from "../scoped-names.ts";
import { goImports } from "./go-imports.ts";
import { goDeclaration } from "./go-roles.ts";

const KINDS = ["identifier", "package_identifier", "type_identifier"];

/**
 * Returns the names of a text of Go, from the engine's tree of it. A package has the name of the last part of its path,
 * unless that is no name. A name that nothing in the text declares may be one of `import . "a"`.
 */
export function goNames(root: SgNode): FileNames {
  const text = " ".repeat(root.range().start.index) + root.text();
  const top: Scope = { start: 0, end: Number.POSITIVE_INFINITY, isTop: true };
  const imports = goImports(root);
  const declarations: ScopedDeclaration[] = imports.flatMap(({ path, local, place }) => {
    if (local === undefined) return [];
    const origin = { module: path, path: [] };
    return [scopedDeclaration({ ...place, name: local, kind: "import", scope: top, origin })];
  });
  const uses: ScopedUse[] = [];
  for (const node of root.findAll({ rule: { any: KINDS.map((kind) => ({ kind })) } })) {
    const { start, end } = extentOf(node);
    const parent = node.parent();
    if (parent?.is("import_spec") || parent?.is("package_clause")) continue;
    const name = text.slice(start, end);
    const declared = goDeclaration(node);
    if (declared === undefined) uses.push({ name, start, end, spaces: [] });
    else if (name !== "_") {
      const scope = declared.scope ? { ...extentOf(declared.scope), isTop: false } : top;
      const from = declared.after ? extentOf(declared.after).end : scope.start;
      declarations.push(scopedDeclaration({ name, start, end, kind: declared.as, scope, from }));
    }
  }
  const scopes = new ScopedNames(declarations);
  const used = new Set(uses.map(({ start }) => start));
  return {
    declarations: declarations.sort(
      (a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0),
    ),
    references: uses.map((use) => scopes.referenceOf(use, false)),
    meaningAt: (name, at) => scopes.find(name, at),
    isExposed: () => false,
    implicitNames: () => [],
    resolve: ({ start, end }): Resolved => {
      const [head, ...members] = dottedParts(text.slice(start, end)) ?? [];
      if (head === undefined || !used.has(start)) return { kind: "none" };
      const declaration = scopes.find(head, start);
      if (declaration === undefined) return undeclared(head, members, imports);
      const { origin } = declaration;
      return origin === undefined
        ? { kind: "declared", declaration, path: members }
        : { kind: "module", origin: { ...origin, path: members } };
    },
  };
}

function extentOf(node: SgNode): { readonly start: number; readonly end: number } {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

/** A package that its path does not name may have any name; `import . "a"` may bring any. */
function undeclared(
  name: string,
  members: readonly string[],
  imports: ReturnType<typeof goImports>,
): Resolved {
  const among = imports.flatMap(({ path: module, alias, local }): readonly Origin[] => {
    if (alias === ".") return [{ module, path: [name, ...members] }];
    return alias === undefined && local === undefined ? [{ module, path: members }] : [];
  });
  return among.length === 0 ? { kind: "global", name, path: members } : { kind: "unknown", among };
}
