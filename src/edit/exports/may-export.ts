import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";

/** The names under which a script has its exports. */
const NAMED = {
  any: [
    { kind: "identifier" },
    { kind: "shorthand_property_identifier" },
    { kind: "shorthand_property_identifier_pattern" },
  ],
  regex: "^(exports|module)$",
};

/**
 * True if a piece of a script may set exports: if it writes to a name of them, or hands all of them on, as in
 * `const e = exports` and `f(module)`: the code that gets them can add names that no tree shows.
 */
export function mayExport(code: SgNode): boolean {
  if (!/\b(exports|module)\b/.test(code.text())) return false;
  return code.findAll({ rule: NAMED }).some(mayBeWritten);
}

function mayBeWritten(name: SgNode): boolean {
  const whole = name.text() === "module" ? exportsOfModule(name) : name;
  if (whole === undefined) return false;
  const part = placeIn(whole);
  return part === undefined ? isHandedOn(whole) : isTarget(part);
}

/** Returns `module.exports` of `module`; undefined if another part of it is read. */
function exportsOfModule(name: SgNode): SgNode | undefined {
  const place = placeIn(name);
  if (place === undefined) return name;
  const property = place.field("property") ?? place.field("index");
  const isKnown = /^(property_identifier|string)$/.test(property === null ? "" : kindOf(property));
  if (!isKnown) return name; // `module[a]` may be its exports.
  return /^["']?exports["']?$/.test(property?.text() ?? "") ? place : undefined;
}

/** Returns `value.name` and `value[name]` of a value; undefined if it is used as a whole. */
function placeIn(value: SgNode): SgNode | undefined {
  const parent = parentOf(value);
  const isPlace = parent !== undefined && /^(member|subscript)_expression$/.test(kindOf(parent));
  if (!isPlace) return undefined;
  return isField(parent, "object", value) ? parent : undefined;
}

/** Returns the parent of a node without parentheses around it. */
function parentOf(node: SgNode): SgNode | undefined {
  const parent = node.parent();
  if (parent === null) return undefined;
  return kindOf(parent) === "parenthesized_expression" ? parentOf(parent) : parent;
}

/** True if a field of a node is another node, or has it in parentheses. */
function isField(parent: SgNode, field: string, node: SgNode): boolean {
  const { start, end } = node.range();
  const range = parent.field(field)?.range();
  return range !== undefined && range.start.index <= start.index && end.index <= range.end.index;
}

/** The nodes that only look at a value, or take a name for something else. */
const LOOKS =
  /^(binary_expression|unary_expression|spread_element|formal_parameters|required_parameter)$/;

/** True if a value is used as a whole, so that other code may have it. */
function isHandedOn(value: SgNode): boolean {
  const parent = parentOf(value);
  if (parent === undefined) return true;
  const kind = kindOf(parent);
  if (kind === "binary_expression") return /^(&&|\|\||\?\?)$/.test(operatorOf(parent));
  if (kind === "arrow_function") return !isField(parent, "parameter", value);
  if (kind !== "variable_declarator") return !LOOKS.test(kind);
  const isRead = value.text() !== "module" && parent.field("name")?.is("object_pattern") === true;
  return !isRead; // `const { a } = exports` reads one name.
}

function operatorOf(expression: SgNode): string {
  return expression.field("operator")?.text() ?? "";
}

/** The nodes in which a place gets a value, by the field in which it stands; any field if there is none. */
const TARGETS: Readonly<Record<string, string | undefined>> = {
  assignment_expression: "left",
  augmented_assignment_expression: "left",
  assignment_pattern: "left",
  object_assignment_pattern: "left",
  for_in_statement: "left",
  pair_pattern: "value",
  update_expression: undefined,
  array_pattern: undefined,
  rest_pattern: undefined,
};

/** True if a place gets a value, or is deleted. */
function isTarget(place: SgNode): boolean {
  const parent = parentOf(place);
  if (parent === undefined) return false;
  const kind = kindOf(parent);
  if (kind === "unary_expression") return operatorOf(parent) === "delete";
  if (!Object.hasOwn(TARGETS, kind)) return false;
  const field = TARGETS[kind];
  return field === undefined || isField(parent, field, place);
}
