import type { SgNode } from "@ast-grep/napi";
import { findMatches, kindOf } from "../engine/engine.ts";
import { readAnyImport } from "./module-imports.ts";

/** Kinds of statements that declare one name, which is their field `name`. */
const NAMED =
  /^((generator_)?function_declaration|function_signature|(abstract_)?class_declaration|enum_declaration|interface_declaration|type_alias_declaration|internal_module|module)$/;

const VARIABLES = /^(lexical|variable)_declaration$/;

const FUNCTIONS = [
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
  "class_static_block",
];

/** `var` outside of functions, also in blocks and in the heads of loops. */
const HOISTED = {
  rule: {
    any: [
      { kind: "variable_declaration" },
      { kind: "for_in_statement", has: { field: "kind", regex: "^var$" } },
    ],
    not: { inside: { any: FUNCTIONS.map((kind) => ({ kind })), stopBy: "end" as const } },
  },
};

/** Returns the names that the top level of a file declares by itself, without those of its imports. */
export function declaredNames(root: SgNode): readonly string[] {
  const top = root.children().filter((node) => readAnyImport(node) === undefined);
  const hoisted = findMatches(root, HOISTED).filter((node) => readAnyImport(node) === undefined);
  return [...top, ...hoisted].flatMap(namesOf);
}

function namesOf(node: SgNode): readonly string[] {
  const kind = kindOf(node);
  if (NAMED.test(kind)) return [node.field("name")?.text() ?? ""];
  if (VARIABLES.test(kind)) {
    const declarators = node.children().filter((child) => kindOf(child) === "variable_declarator");
    return declarators.flatMap((each) => boundBy(each.field("name")));
  }
  if (kind === "for_in_statement") return boundBy(node.field("left"));
  // `import a = A.B` and `import a = require("a")`.
  if (kind === "import_alias" || kind === "import_require_clause")
    return node
      .children()
      .filter((child) => kindOf(child) === "identifier")
      .slice(0, 1)
      .map((child) => child.text());
  const isAround = /^(export_statement|ambient_declaration|import_statement)$/.test(kind);
  const isNamespace = kind === "expression_statement";
  const inner = isAround || isNamespace ? node.children() : [];
  return inner
    .filter((child) => !isNamespace || kindOf(child) === "internal_module")
    .flatMap(namesOf);
}

/** The names that a pattern binds. */
export function boundBy(target: SgNode | null): readonly string[] {
  if (target === null) return [];
  const kind = kindOf(target);
  if (kind === "identifier" || kind === "shorthand_property_identifier_pattern")
    return [target.text()];
  if (kind === "pair_pattern") return boundBy(target.field("value"));
  if (/^(object_)?assignment_pattern$/.test(kind)) return boundBy(target.field("left"));
  if (/^(object|array|rest)_pattern$/.test(kind)) return target.children().flatMap(boundBy);
  return [];
}
