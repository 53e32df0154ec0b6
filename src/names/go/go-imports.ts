import type { SgNode } from "@ast-grep/napi";
import { extentOf } from "../code-of.ts";
import type { Extent } from "../file-names.ts";

/** An import of Go. */
export interface GoImport {
  readonly path: string;
  /** The name as written: an alias, `.` or `_`; undefined without one. */
  readonly alias: string | undefined;
  /** The name that the file calls the package by; undefined if it has none, or one that the path does not tell. */
  readonly local: string | undefined;
  /** The spec, which is the whole of `import "a"` but for its first word. */
  readonly place: Extent;
  readonly declaration: Extent;
  readonly isInList: boolean;
}

/** Returns the imports of a text, in their order. */
export function goImports(root: SgNode): readonly GoImport[] {
  const declarations = root.children().filter((node) => node.is("import_declaration"));
  return declarations.flatMap((declaration) => {
    const list = declaration.children().find((node) => node.is("import_spec_list"));
    const specs = (list ?? declaration).children().filter((node) => node.is("import_spec"));
    return specs.map((spec): GoImport => {
      const path = (spec.field("path")?.text() ?? "").slice(1, -1);
      const alias = spec.field("name")?.text();
      const hasNone = path === "C" || alias === "." || alias === "_";
      const local = hasNone ? undefined : (alias ?? packageOf(path));
      const place = extentOf(spec);
      const isInList = list !== undefined;
      return { path, alias, local, place, declaration: extentOf(declaration), isInList };
    });
  });
}

/** Returns the name of a package by the last part of its path, without its version; undefined if that is no name. */
export function packageOf(path: string): string | undefined {
  const parts = path.replace(/\/v\d+$/, "").split("/");
  const last = (parts.at(-1) ?? "").replace(/\.v\d+$/, "");
  return /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(last) ? last : undefined;
}
