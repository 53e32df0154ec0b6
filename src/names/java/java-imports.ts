import type { SgNode } from "@ast-grep/napi";
import { extentOf } from "../code-of.ts";
import type { Extent } from "../file-names.ts";

/** An import of Java. */
export interface JavaImport extends Extent {
  /** The package, or the class of a member. */
  readonly module: string;
  /** The name that it declares; undefined for `import a.*`. */
  readonly name: (Extent & { readonly text: string }) | undefined;
  readonly isStatic: boolean;
}

/** The package of a text, and its imports. */
interface JavaHead {
  readonly packageName: string;
  readonly imports: readonly JavaImport[];
  /** Those of all of them, and of the package. */
  readonly places: readonly Extent[];
}

/** Returns the package and the imports of a text, in their order. */
export function javaImports(root: SgNode): JavaHead {
  const nodes = root
    .children()
    .filter((node) => /^(?:package|import)_declaration$/.test(String(node.kind())));
  const package_ = nodes.find((node) => String(node.kind()) === "package_declaration");
  return {
    packageName: package_ === undefined ? "" : (pathOf(package_)?.text().replace(/\s/g, "") ?? ""),
    imports: nodes.flatMap((node) => (node === package_ ? [] : (importOf(node) ?? []))),
    places: nodes.map(extentOf),
  };
}

function pathOf(node: SgNode): SgNode | undefined {
  return node.children().find((child) => /^(?:scoped_)?identifier$/.test(String(child.kind())));
}

function importOf(node: SgNode): JavaImport | undefined {
  const path = pathOf(node);
  if (path === undefined) return undefined;
  const kinds = node.children().map((child) => String(child.kind()));
  const isStatic = kinds.includes("static");
  const all = path.text().replace(/\s/g, "");
  if (kinds.includes("asterisk"))
    return { ...extentOf(node), module: all, name: undefined, isStatic };
  const last = path.field("name");
  const dot = all.lastIndexOf(".");
  if (last === null || dot === -1) return undefined;
  const name = { ...extentOf(last), text: last.text() };
  return { ...extentOf(node), module: all.slice(0, dot), name, isStatic };
}
