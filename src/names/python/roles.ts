import type { Frame } from "./frame.ts";
import type { KeptNode } from "./kept-node.ts";
import type { Role } from "./role.ts";

type Rule = (frame: Frame, child: KeptNode) => Role;

/** Returns the role of the next child of a frame. */
export function roleIn(frame: Frame, child: KeptNode): Role {
  return RULES[frame.kind]?.(frame, child) ?? "read";
}

function first(role: Role): Rule {
  return ({ count }) => (count === 0 ? role : "read");
}

function all(role: Role): Rule {
  return () => role;
}

const same: Rule = ({ role }) => role;

/** The names of the modules that are imported, or of their members. */
const imported: Rule = (_, child) => (child.kind === "ERROR" ? "read" : "import");

const assignment: Rule = ({ count, isExports }) => {
  if (count === 0) return "variable";
  return isExports ? "export" : "read";
};

/** `x.y`: the member is no name. */
const member: Rule = (frame, child) =>
  child.kind === "identifier" && child.end === frame.end ? "skip" : "read";

const definition =
  (kind: Role): Rule =>
  ({ count }, child) => {
    if (count === 0) return kind;
    return child.kind === "type_parameter" ? "typeParameters" : "read";
  };

/** The name of a type parameter, or of a type that is declared with its parameters. */
const type: Rule = (frame, child) => {
  if (frame.role === "typeName") {
    if (child.kind === "type_parameter") return "typeParameters";
    return frame.count === 0 && child.start === frame.start ? "type" : "read";
  }
  return frame.role === "type" && frame.count === 0 ? "type" : "read";
};

/** `case x as y`: the name is the last child. In `with x as y` it is in a node of its own. */
const alias: Rule = (frame, child) =>
  frame.parent?.kind === "case_pattern" && child.end === frame.end ? "variable" : "read";

const dotted: Rule = (frame, child) => {
  if (frame.count > 0) return "skip";
  if (frame.role !== "capture") return frame.role;
  return child.end === frame.end ? "variable" : "read";
};

const RULES: Readonly<Record<string, Rule>> = {
  assignment,
  augmented_assignment: (frame) => {
    if (frame.count === 0) return "rebind";
    return frame.isExports ? "export" : "read";
  },
  call: ({ role, count, isExports }) =>
    role === "export" || (isExports && count > 0) ? "export" : "read",
  named_expression: first("walrus"),
  delete_statement: all("delete"),
  for_statement: first("variable"),
  for_in_clause: first("variable"),
  pattern_list: same,
  tuple_pattern: same,
  list_pattern: same,
  as_pattern_target: all("variable"),
  as_pattern: alias,
  attribute: member,
  member_type: member,
  keyword_argument: first("skip"),
  keyword_pattern: ({ count }) => (count === 0 ? "skip" : "capture"),
  case_pattern: (_, child) => (child.kind === "dotted_name" ? "capture" : "read"),
  splat_pattern: all("variable"),
  dotted_name: dotted,
  function_definition: definition("function"),
  class_definition: definition("class"),
  type_alias_statement: first("typeName"),
  type,
  constrained_type: ({ role, count }) => (count === 0 ? role : "read"),
  type_parameter: ({ role }) => (role === "typeParameters" ? "type" : "read"),
  parameters: all("parameter"),
  lambda_parameters: all("parameter"),
  default_parameter: first("parameter"),
  typed_parameter: first("parameter"),
  typed_default_parameter: first("parameter"),
  import_statement: imported,
  import_from_statement: (frame, child) => (frame.count === 0 ? "skip" : imported(frame, child)),
  future_import_statement: imported,
  relative_import: all("skip"),
  aliased_import: ({ count }) => (count === 0 ? "skip" : "import"),
  global_statement: all("global"),
  nonlocal_statement: all("nonlocal"),
};
