import type { SgNode } from "@ast-grep/napi";
import { extentOf, textOf } from "../code-of.ts";
import type { Extent, FileNames, Origin, Resolved, Scope } from "../file-names.ts";
import { namesOfScopes } from "../names-of-scopes.ts";
import { type ScopedDeclaration, type ScopedUse, scopedDeclaration, TOP } from "../scoped-names.ts";
import { type JavaImport, javaImports } from "./java-imports.ts";
import { isJavaLang } from "./java-lang.ts";
import { javaRole } from "./java-roles.ts";

const KINDS = ["identifier", "type_identifier"];

/**
 * Returns the names of a text of Java, from the engine's tree of it. What a class inherits is not seen. A name that
 * nothing in the text declares may be one of its package, or of `import a.*`.
 */
export function javaNames(root: SgNode): FileNames {
  const text = textOf(root);
  const { packageName, imports, places } = javaImports(root);
  const declarations = imports.flatMap(importedBy);
  const uses: ScopedUse[] = [];
  for (const node of nodesOutside(places, root)) {
    const { start, end } = extentOf(node);
    const role = javaRole(node);
    const name = text.slice(start, end);
    if (role.kind === "use")
      uses.push({ name, start, end, spaces: role.spaces, isType: role.spaces[0] === "t" });
    if (role.kind !== "declare") continue;
    const scope = scopeOf(role.scope);
    declarations.push(
      scopedDeclaration({ name, start, end, kind: role.as, scope, spaces: role.space }),
    );
  }
  const wildcards = imports.flatMap(({ name, module }) => (name === undefined ? [module] : []));
  const packages = [packageName, ...wildcards];
  const undeclared = (name: string, members: readonly string[]) =>
    resolveUndeclared(name, members, packages);
  return namesOfScopes({ text, declarations, uses, undeclared });
}

function importedBy({ name, module, isStatic }: JavaImport): readonly ScopedDeclaration[] {
  if (name === undefined) return [];
  const { text, ...place } = name;
  const spaces = isStatic ? "vmt" : "t";
  const origin = { module, path: [text] };
  return [scopedDeclaration({ ...place, name: text, kind: "import", scope: TOP, spaces, origin })];
}

/** Returns the nodes that are names, outside of some places, which are sorted. */
function nodesOutside(places: readonly Extent[], root: SgNode): readonly SgNode[] {
  let at = 0;
  return root.findAll({ rule: { any: KINDS.map((kind) => ({ kind })) } }).filter((node) => {
    const { start } = extentOf(node);
    while ((places[at]?.end ?? Infinity) <= start) at += 1;
    return start < (places[at]?.start ?? Infinity);
  });
}

function scopeOf(node: SgNode | null): Scope {
  if (node === null || String(node.kind()) === "program") return TOP;
  return { ...extentOf(node), isTop: false };
}

/** A name with members that begins in small letters is a whole one, from its package on. */
function resolveUndeclared(
  name: string,
  members: readonly string[],
  packages: readonly string[],
): Resolved {
  if (members.length > 0 && /^[a-z_]/.test(name))
    return { kind: "module", origin: { module: name, path: members } };
  if (isJavaLang(name))
    return { kind: "module", origin: { module: "java.lang", path: [name, ...members] } };
  const among = packages.map((module): Origin => ({ module, path: [name, ...members] }));
  return { kind: "unknown", among };
}
