import type { SgNode } from "@ast-grep/napi";
import { hasWaitingWith, IMPLICIT } from "./implicit-kinds.ts";
import type { KeptNode } from "./kept-node.ts";

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
  if (hasWaitingWith(text)) kinds.push("with_statement");
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

const TYPE = "type";

function isAlias(text: string, start: number): boolean {
  ALIAS.lastIndex = start + TYPE.length;
  return ALIAS.test(text);
}

const ALIAS = /[\s\\]+[\p{ID_Start}_]/uy;
