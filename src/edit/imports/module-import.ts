import type { SgNode } from "@ast-grep/napi";
import type { Span } from "../text/span.ts";

/** One name that an import binds. */
export interface ImportedName {
  /** `default` and `namespace` have no braces; in CommonJS both are the whole module, and are a `default` here. */
  readonly kind: "default" | "namespace" | "named";
  /** The name in the module: `a` in `{ a as b }`. */
  readonly imported: string;
  readonly local: string;
  readonly isType: boolean;
  readonly place: Span;
}

/** `import`, `require` and `await import`. */
type ImportForm = "es" | "commonjs" | "dynamic";

/** One import of a module. */
export interface ModuleImport {
  readonly form: ImportForm;
  readonly module: string;
  /** True for `import type`. */
  readonly isType: boolean;
  /** `const`, `let` or `var` of what is no `import`. */
  readonly keyword: string;
  readonly names: readonly ImportedName[];
  /** The whole statement. */
  readonly place: Span;
  /** `with { type: "json" }`; empty without one. */
  readonly attributes: string;
  /** The braces with what is in them. */
  readonly braces: Span | undefined;
  readonly node: SgNode;
  /** `a` of `require("m").a`, the only thing that is imported. */
  readonly member?: SgNode | undefined;
}

/** Makes a name of an import. */
export function named(
  kind: ImportedName["kind"],
  imported: string,
  local: string,
  more: Pick<ImportedName, "isType" | "place">,
): ImportedName {
  return { kind, imported, local, ...more };
}
