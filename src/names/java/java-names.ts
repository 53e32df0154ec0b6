import type { SgNode } from "@ast-grep/napi";
import type { FileNames, Origin, Reference, Resolved, Scope } from "../file-names.ts";
import {
  dottedParts,
  type ScopedDeclaration,
  ScopedNames,
  type ScopedUse,
  scopedDeclaration,
} from "../scoped-names.ts";
import { javaImports } from "./java-imports.ts";
import { isJavaLang } from "./java-lang.ts";
import { javaRole } from "./java-roles.ts";

/**
 * Returns the names of a text of Java, from the engine's tree of it. What a class inherits is not seen. A name that
 * nothing in the text declares may be one of its package, or of `import a.*`.
 */
export function javaNames(root: SgNode): FileNames {
  const text = " ".repeat(root.range().start.index) + root.text();
  const top: Scope = { start: 0, end: Number.POSITIVE_INFINITY, isTop: true };
  const { packageName, imports, places } = javaImports(root);
  const declarations: ScopedDeclaration[] = imports.flatMap(({ name, module, isStatic }) => {
    if (name === undefined) return [];
    const spaces = isStatic ? "vmt" : "t";
    const origin = { module, path: [name.text] };
    return [
      scopedDeclaration({ ...name, name: name.text, kind: "import", scope: top, spaces, origin }),
    ];
  });
  const uses: (ScopedUse & { readonly isType: boolean })[] = [];
  let skipped = 0;
  for (const node of root.findAll({
    rule: { any: [{ kind: "identifier" }, { kind: "type_identifier" }] },
  })) {
    const { start, end } = extentOf(node);
    while ((places[skipped]?.end ?? Number.POSITIVE_INFINITY) <= start) skipped += 1;
    if ((places[skipped]?.start ?? Number.POSITIVE_INFINITY) <= start) continue;
    const role = javaRole(node);
    const name = text.slice(start, end);
    if (role.kind === "use")
      uses.push({ name, start, end, spaces: role.spaces, isType: role.spaces[0] === "t" });
    if (role.kind !== "declare") continue;
    const scope = scopeOf(role.scope, top);
    declarations.push(
      scopedDeclaration({ name, start, end, kind: role.as, scope, spaces: role.space }),
    );
  }
  const scopes = new ScopedNames(declarations);
  const imported = new Map<string, Origin[]>();
  for (const { name, origin } of declarations)
    if (origin) imported.set(name, [...(imported.get(name) ?? []), origin]);
  const usesAt = new Map(uses.map((use) => [use.start, use]));
  const wildcards = imports.flatMap(({ name, module }) => (name === undefined ? [module] : []));
  const packages = [packageName, ...wildcards];
  return {
    declarations: declarations.sort((a, b) => startOf(a) - startOf(b)),
    references: uses.map((use): Reference => scopes.referenceOf(use, use.isType)),
    meaningAt: (name, at) => scopes.find(name, at),
    isExposed: () => false,
    implicitNames: () => [],
    resolve: ({ start, end }): Resolved => {
      const [head, ...members] = dottedParts(text.slice(start, end)) ?? [];
      const use = usesAt.get(start);
      if (head === undefined || use === undefined) return { kind: "none" };
      const declaration = scopes.find(head, start, use.spaces);
      if (declaration === undefined) return undeclared(head, members, packages);
      const { origin } = declaration;
      // Methods of one name from two classes are overloads of each other.
      const among = origin ? (imported.get(head) ?? []) : [];
      if (among.length > 1)
        return {
          kind: "unknown",
          among: among.map((each) => ({ ...each, path: [...each.path, ...members] })),
        };
      return origin === undefined
        ? { kind: "declared", declaration, path: members }
        : { kind: "module", origin: { ...origin, path: [...origin.path, ...members] } };
    },
  };
}

function startOf({ places }: ScopedDeclaration): number {
  return places[0]?.start ?? 0;
}

function extentOf(node: SgNode): { readonly start: number; readonly end: number } {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

function scopeOf(node: SgNode | null, top: Scope): Scope {
  if (node === null || String(node.kind()) === "program") return top;
  return { ...extentOf(node), isTop: false };
}

/** A name with members that begins in small letters is a whole one, from its package on. */
function undeclared(
  head: string,
  members: readonly string[],
  packages: readonly string[],
): Resolved {
  if (members.length > 0 && /^[a-z_]/.test(head))
    return { kind: "module", origin: { module: head, path: members } };
  if (isJavaLang(head))
    return { kind: "module", origin: { module: "java.lang", path: [head, ...members] } };
  const among = packages.map((module): Origin => ({ module, path: [head, ...members] }));
  return { kind: "unknown", among };
}
