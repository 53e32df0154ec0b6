import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd } from "../../model/edit.ts";
import { kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** One name that an import binds. */
export interface ImportedName {
  /** `default` and `namespace` have no braces; in CommonJS both are the whole module. */
  readonly kind: "default" | "namespace" | "named";
  /** The name in the module: `a` in `{ a as b }`. */
  readonly imported: string;
  readonly local: string;
  readonly isType: boolean;
  readonly place: Span;
}

/** One import of a module at the top of a file. */
export interface ModuleImport {
  readonly form: "es" | "commonjs";
  readonly module: string;
  /** True for `import type`. */
  readonly isType: boolean;
  /** `const`, `let` or `var` in CommonJS. */
  readonly keyword: string;
  readonly names: readonly ImportedName[];
  /** The whole statement. */
  readonly place: Span;
  /** `with { type: "json" }`; empty without one. */
  readonly attributes: string;
  /** The braces with what is in them. */
  readonly braces: Span | undefined;
  readonly node: SgNode;
}

/** Returns the imports among the statements at the top level of a file, in their order. */
export function importsIn(root: SgNode): readonly ModuleImport[] {
  return root.children().flatMap((node) => readImport(node) ?? []);
}

/** Reads a statement; undefined if it is no import, or one of a form that is left alone. */
export function readImport(node: SgNode): ModuleImport | undefined {
  if (kindOf(node) === "import_statement") return readEs(node);
  return readCommonJs(node);
}

function readEs(node: SgNode): ModuleImport | undefined {
  const module = textOfString(node.field("source"));
  if (module === undefined) return undefined; // `import a = require("a")`.
  const isType = node.children().some((child) => kindOf(child) === "type");
  const clause = node.children().find((child) => kindOf(child) === "import_clause");
  const names: ImportedName[] = [];
  let braces: Span | undefined;
  for (const part of clause?.children() ?? []) {
    const kind = kindOf(part);
    if (kind === "identifier")
      names.push(named("default", "default", part.text(), { isType, place: spanOf(part) }));
    if (kind === "namespace_import") {
      const local = part.children().find((child) => kindOf(child) === "identifier");
      names.push(named("namespace", "*", local?.text() ?? "", { isType, place: spanOf(part) }));
    }
    if (kind !== "named_imports") continue;
    braces = spanOf(part);
    for (const each of part.children().filter((child) => kindOf(child) === "import_specifier"))
      names.push(readSpecifier(each, isType));
  }
  const attribute = node.children().find((child) => kindOf(child) === "import_attribute");
  const attributes = attribute?.text() ?? "";
  const form = { form: "es", keyword: "" } as const;
  return { ...form, module, isType, names, place: spanOf(node), attributes, braces, node };
}

function readSpecifier(node: SgNode, isType: boolean): ImportedName {
  const imported = node.field("name")?.text() ?? node.text();
  const local = node.field("alias")?.text() ?? imported;
  const own = node.children().some((child) => kindOf(child) === "type");
  return named("named", imported, local, { isType: isType || own, place: spanOf(node) });
}

function named(
  kind: ImportedName["kind"],
  imported: string,
  local: string,
  more: Pick<ImportedName, "isType" | "place">,
): ImportedName {
  return { kind, imported, local, ...more };
}

/** Reads `const a = require("m")`, `const { a, b: c } = require("m")` and `require("m")`. */
function readCommonJs(node: SgNode): ModuleImport | undefined {
  const kind = kindOf(node);
  const place = spanOf(node);
  const base = { form: "commonjs", isType: false, place, attributes: "", node } as const;
  if (kind === "expression_statement") {
    const module = requiredBy(node.child(0));
    if (module === undefined) return undefined;
    return { ...base, module, keyword: "", names: [], braces: undefined };
  }
  if (kind !== "lexical_declaration" && kind !== "variable_declaration") return undefined;
  const [declarator, ...more] = node
    .children()
    .filter((child) => kindOf(child) === "variable_declarator");
  const module = requiredBy(declarator?.field("value") ?? null);
  const target = declarator?.field("name");
  if (module === undefined || !target || more.length > 0) return undefined;
  const keyword = node.child(0)?.text() ?? "const";
  if (kindOf(target) === "identifier") {
    const whole = named("default", "default", target.text(), {
      isType: false,
      place: spanOf(target),
    });
    return { ...base, module, keyword, names: [whole], braces: undefined };
  }
  const names = kindOf(target) === "object_pattern" ? readPattern(target) : undefined;
  return names && { ...base, module, keyword, names, braces: spanOf(target) };
}

/** Returns undefined for a pattern with defaults, rest or nested patterns. */
function readPattern(pattern: SgNode): readonly ImportedName[] | undefined {
  const names: ImportedName[] = [];
  for (const part of pattern.children().filter((child) => child.isNamed())) {
    const more = { isType: false, place: spanOf(part) };
    const [key, value] = [part.field("key"), part.field("value")];
    const kind = kindOf(part);
    if (kind === "comment") continue;
    if (kind === "shorthand_property_identifier_pattern")
      names.push(named("named", part.text(), part.text(), more));
    else if (isPair(kind, key) && value && kindOf(value) === "identifier")
      names.push(named("named", key?.text() ?? "", value.text(), more));
    else return undefined;
  }
  return names;
}

function isPair(kind: string, key: SgNode | null): boolean {
  return kind === "pair_pattern" && key !== null && kindOf(key) === "property_identifier";
}

function requiredBy(node: SgNode | null): string | undefined {
  if (node === null || kindOf(node) !== "call_expression") return undefined;
  if (node.field("function")?.text() !== "require") return undefined;
  const given =
    node
      .field("arguments")
      ?.children()
      .filter((child) => child.isNamed()) ?? [];
  return given.length === 1 ? textOfString(given[0] ?? null) : undefined;
}

/** Returns the content of a string without escapes. */
function textOfString(node: SgNode | null): string | undefined {
  const text = node === null || kindOf(node) !== "string" ? "" : node.text();
  return /^(["'])([^"'\\]*)\1$/.exec(text)?.[2];
}

/** True if a name is one that an op is to add to the imports of its module. */
export function isAdded(
  { kind, imported, local }: ImportedName,
  { form }: ModuleImport,
  { default: whole, namespace, names }: ImportToAdd,
): boolean {
  if (kind === "named" && names.some(([from, to]) => from === imported && to === local))
    return true;
  if (form === "commonjs") return kind !== "named" && (local === whole || local === namespace);
  if (kind === "namespace") return local === namespace;
  return imported === "default" && local === whole;
}
