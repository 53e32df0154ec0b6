import type { SgNode } from "@ast-grep/napi";
import type { Extent } from "../file-names.ts";
import type { OwnedWord } from "../implicit-names.ts";

/** A node of the engine's tree, read once: each question to the engine is slow. */
export interface KeptNode extends Extent {
  readonly kind: string;
  readonly node: SgNode;
}

/** The kinds that decide what a name is, in the order in which a table of the language has them. */
const KINDS = [
  ...["identifier", "attribute", "member_type", "subscript"],
  ...["keyword_argument", "keyword_pattern"],
  ...["assignment", "augmented_assignment", "named_expression", "delete_statement"],
  ...["for_statement", "while_statement", "for_in_clause", "as_pattern", "as_pattern_target"],
  ...["pattern_list", "tuple_pattern", "list_pattern"],
  ...["function_definition", "class_definition", "lambda", "block"],
  ...["parameters", "lambda_parameters"],
  ...["default_parameter", "typed_parameter", "typed_default_parameter"],
  ...["list_comprehension", "set_comprehension"],
  ...["dictionary_comprehension", "generator_expression"],
  ...["type", "type_parameter", "type_alias_statement", "constrained_type"],
  ...["import_statement", "import_from_statement", "future_import_statement"],
  ...["dotted_name", "relative_import", "aliased_import", "wildcard_import"],
  ...["global_statement", "nonlocal_statement", "exec_statement"],
  ...["case_pattern", "class_pattern", "splat_pattern", "ERROR"],
];

/**
 * Returns the nodes that say something of names, outer ones before those inside of them. The others are left out as if
 * their children were those of the node around them.
 */
export function* keptNodes(root: SgNode, text: string): Iterable<KeptNode> {
  const kinds = [...KINDS];
  if (/__all__|\bexec\b/.test(text)) kinds.push("call");
  if (text.includes("__all__")) kinds.push("string");
  for (const [kind, { name }] of IMPLICIT) if (text.includes(name)) kinds.push(kind);
  for (const node of root.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } })) {
    const range = node.range();
    const [start, end] = [range.start.index, range.end.index];
    const kind = String(node.kind());
    if (IMPLICIT.has(kind) && !node.isNamed()) continue; // The keyword itself.
    if (kind === "type_alias_statement" && !isAlias(text, start)) {
      // The parser takes `type(x).y = z` for an alias.
      yield { kind: "expression", start, end, node };
      yield { kind: "identifier", start, end: start + TYPE.length, node };
    } else if (start < end) yield { kind, start, end, node };
    // A token that the parser makes up has no text.
  }
}

const FUNCTION = /^(?:function_definition|lambda)$/;
const BORDER = /^(?:function_definition|lambda|class_definition)$/;
const OF_LOOP = /^(?:loop|function_definition|lambda|class_definition)$/;

/** The kinds whose word means what the function or loop around it gives. */
export const IMPLICIT: ReadonlyMap<string, Pick<OwnedWord, "name" | "of" | "within">> = new Map([
  ["yield", { name: "yield", of: FUNCTION }],
  ["await", { name: "await", of: FUNCTION }],
  ["return_statement", { name: "return", of: FUNCTION }],
  ["break_statement", { name: "break", of: OF_LOOP, within: BORDER }],
  ["continue_statement", { name: "continue", of: OF_LOOP, within: BORDER }],
]);

/** The word `super` before its call. */
export const SUPER: Pick<OwnedWord, "name" | "of"> = { name: "super", of: FUNCTION };

const TYPE = "type";

function isAlias(text: string, start: number): boolean {
  ALIAS.lastIndex = start + TYPE.length;
  return ALIAS.test(text);
}

const ALIAS = /[\s\\]+[\p{ID_Start}_]/uy;
