import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd } from "../../model/edit.ts";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { findMatches, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import type { FileTree } from "./file-tree.ts";
import { type ImportedName, type ModuleImport, named } from "./module-import.ts";
import { DECLARATIONS, readRequire, textOfString } from "./read-require.ts";

/** Returns the imports among the statements at the top level of a file, in their order. */
export function importsIn(root: SgNode): readonly ModuleImport[] {
  return root.children().flatMap((node) => readImport(node) ?? []);
}

/** Returns the imports of a module in all forms, also those in functions and blocks. */
export function allImportsOf(
  module: string,
  { root, text }: Pick<FileTree, "root" | "text">,
): readonly ModuleImport[] {
  const top = root.children().filter((node) => node.text().includes(module));
  const any = DECLARATIONS.map((kind) => ({ kind, regex: escapeRegex(module) }));
  const rule = { any, inside: { kind: "statement_block" } };
  const nested = isCalled(text, module) ? findMatches(root, { rule }) : [];
  return [...top, ...nested].flatMap((node) => {
    const found = readAnyImport(node);
    return found?.module === module ? [found] : [];
  });
}

/** True if a text may import a module by a call. */
function isCalled(text: string, module: string): boolean {
  return new RegExp(String.raw`\((["'])${escapeRegex(module)}\1\)`).test(text);
}

/** Reads a statement; undefined if it is no import, or one of a form that `imports` leaves alone. */
export function readImport(node: SgNode): ModuleImport | undefined {
  const found = readAnyImport(node);
  return found === undefined || found.form === "dynamic" || found.member ? undefined : found;
}

/** Reads a statement, also `const a = await import("m")` and `const a = require("m").a`. */
export function readAnyImport(node: SgNode): ModuleImport | undefined {
  return kindOf(node) === "import_statement" ? readEs(node) : readRequire(node);
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

/** True if a name is one that an op is to add to the imports of its module. */
export function isAdded(
  { kind, imported, local }: ImportedName,
  { form }: Pick<ModuleImport, "form">,
  { default: whole, namespace, names }: ImportToAdd,
): boolean {
  if (kind === "named" && names.some(([from, to]) => from === imported && to === local))
    return true;
  if (form === "commonjs") return kind !== "named" && (local === whole || local === namespace);
  if (kind === "namespace") return local === namespace;
  return imported === "default" && local === whole;
}
