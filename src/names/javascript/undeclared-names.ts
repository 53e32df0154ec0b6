import type { NapiConfig, SgNode } from "@ast-grep/napi";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import type { Dialect } from "../../syntax/dialect.ts";

/** Code that may make a name mean something else where it runs. */
const DYNAMIC = /\beval\b|\bwith\s*[(/]/;

/** The kinds of nodes that only read a name that stands directly in them. */
const READING: ReadonlySet<string> = new Set([
  ...["call_expression", "new_expression", "arguments", "member_expression"],
  ...["subscript_expression", "binary_expression", "unary_expression", "ternary_expression"],
  ...["await_expression", "return_statement", "expression_statement", "template_substitution"],
  ...["parenthesized_expression", "pair", "spread_element", "jsx_expression", "type_query"],
  "enum_assignment",
]);

/**
 * Finds where a program says a name that nothing in it declares, in the engine's tree: the starts of its places, in
 * offsets of the tree. Undefined if that takes the scopes of the program, and for a text with syntax errors.
 */
export function placesOfUndeclared(
  root: SgNode,
  name: string,
  dialect: Dialect,
): ReadonlySet<number> | undefined {
  if (DYNAMIC.test(root.text()) || root.find({ rule: { kind: "ERROR" } }) !== null)
    return undefined;
  const regex = `^(?:${escapeRegex(name)}|.*\\\\u.*)$`; // Names may have escapes.
  const kinds = ["identifier", "shorthand_property_identifier_pattern"];
  if (dialect !== "jsx") {
    kinds.push("type_identifier");
    const any = [{ kind: "property_identifier" }, { kind: "string" }];
    const member = { any, regex: `^["']?${escapeRegex(name)}["']?$`, stopBy: "end" };
    if (root.find({ rule: { kind: "enum_body", has: member } } as NapiConfig) !== null)
      return undefined;
  }
  const found = root.findAll({ rule: { any: kinds.map((kind) => ({ kind, regex })) } });
  const isRead = (node: SgNode) =>
    READING.has(String(node.parent()?.kind())) && node.text() === name;
  if (!found.every(isRead)) return undefined;
  return new Set(found.map((node) => node.range().start.index));
}
