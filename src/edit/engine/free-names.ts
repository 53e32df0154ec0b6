import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../language/language.ts";
import { parseText } from "./engine.ts";

/** A place where code says a name that the code itself does not declare; offsets in the code. */
export interface FreeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The name is a key, too: `{ a }`. */
  readonly isShorthand: boolean;
}

/** Finds where code with metavariables says one of some names: no members, keys, strings, and no names of its own. */
export function findFreeNames(
  code: string,
  language: Language,
  names: readonly string[],
): readonly FreeName[] {
  const wanted = new Set(names.filter((name) => !name.startsWith("$") && code.includes(name)));
  if (wanted.size === 0) return [];
  // As long as the metavariables, and names in every language.
  const plain = code.replaceAll(METAVARIABLES, (dollars) => "_".repeat(dollars.length));
  const rule = { any: [...(KINDS[language] ?? [])] };
  const nodes = parseText(plain, language)
    .findAll({ rule })
    .filter((node) => wanted.has(node.text()) && !isMember(node, plain));
  const own = nodes.flatMap((node) => {
    const scope = scopeDeclaredIn(node);
    return scope ? [{ name: node.text(), ...placeOf(scope) }] : [];
  });
  return nodes.flatMap((node) => {
    const { start, end } = placeOf(node);
    const name = node.text();
    const isOwn = own.some((each) => each.name === name && each.start <= start && end <= each.end);
    return isOwn
      ? []
      : [{ name, start, end, isShorthand: node.is("shorthand_property_identifier") }];
  });
}

const METAVARIABLES = /(?<![\p{ID_Continue}$])\$+(?=[\p{Lu}_])/gu;

const kinds = (...list: readonly string[]) => list.map((kind) => ({ kind }));

const SCRIPT = [
  "identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
];

/** The nodes that are names, by language. */
const KINDS: Readonly<Record<string, readonly { readonly kind: string }[]>> = {
  javascript: kinds(...SCRIPT),
  typescript: kinds(...SCRIPT, "type_identifier"),
  tsx: kinds(...SCRIPT, "type_identifier"),
  python: kinds("identifier"),
  go: kinds("identifier", "type_identifier", "package_identifier"),
  java: kinds("identifier", "type_identifier"),
};

function placeOf(node: SgNode): { readonly start: number; readonly end: number } {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

/** True for `b` of `a.b`, and for the name of an argument of Python. */
function isMember(node: SgNode, code: string): boolean {
  const { start } = placeOf(node);
  const isNamed = node.parent()?.is("keyword_argument") && isField(node, "name");
  return isNamed === true || /(?<!\.\.)\.\s*$/.test(code.slice(0, start));
}

function isField(node: SgNode, field: string): boolean {
  return node.parent()?.field(field)?.id() === node.id();
}

/** The fields of a parent in which a name is declared. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  variable_declarator: ["name"],
  function_declaration: ["name"],
  generator_function_declaration: ["name"],
  class_declaration: ["name"],
  function_expression: ["name"],
  arrow_function: ["parameter"],
  required_parameter: ["pattern"],
  optional_parameter: ["pattern"],
  assignment_pattern: ["left"],
  object_assignment_pattern: ["left"],
  pair_pattern: ["value"],
  catch_clause: ["parameter"],
  for_in_statement: ["left"],
  import_specifier: ["name", "alias"],
  function_definition: ["name"],
  class_definition: ["name"],
  default_parameter: ["name"],
  typed_default_parameter: ["name"],
  assignment: ["left"],
  named_expression: ["name"],
  for_statement: ["left"],
  for_in_clause: ["left"],
  aliased_import: ["alias"],
};

/** The parents all of whose names are declared. */
const ALL_DECLARED = new Set([
  ...["formal_parameters", "object_pattern", "array_pattern", "rest_pattern", "import_clause"],
  ...["namespace_import", "parameters", "lambda_parameters", "typed_parameter", "pattern_list"],
  ...["tuple_pattern", "list_pattern", "as_pattern_target", "type_parameter"],
]);

/** The nodes in which a declaration counts. */
const SCOPES =
  /^(?:program|module|statement_block|block|switch_body|for_statement|for_in_statement|catch_clause|lambda|arrow_function|list_comprehension|set_comprehension|dictionary_comprehension|generator_expression|function_\w+|generator_function\w*|method_definition)$/;

/** Returns the code in which a name counts that its place declares; undefined for one that refers. */
function scopeDeclaredIn(node: SgNode): SgNode | undefined {
  const parent = node.parent();
  if (parent === null) return undefined;
  const kind = String(parent.kind());
  const isDeclared =
    node.is("shorthand_property_identifier_pattern") ||
    ALL_DECLARED.has(kind) ||
    isImported(node, kind) ||
    (DECLARING[kind] ?? []).some((field) => isField(node, field));
  if (!isDeclared) return undefined;
  const isOutside = /_(?:declaration|definition)$/.test(kind);
  const around = isOutside ? parent.parent() : parent;
  const scopes = around ? [around, ...around.ancestors()] : [];
  return scopes.find((each) => SCOPES.test(String(each.kind()))) ?? node.getRoot().root();
}

/** `from m import a`: the module is not declared, `a` is. */
function isImported(node: SgNode, kind: string): boolean {
  const statement = node.parent()?.parent();
  return kind === "dotted_name" && statement !== null && /import/.test(String(statement?.kind()));
}
