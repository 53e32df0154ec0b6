import type { SgNode } from "@ast-grep/napi";
import type { DeclarationKind } from "../file-names.ts";

/** A name of Java as its place has it. Kinds of names: `v` for values, `m` for methods, `t` for types. */
export type JavaRole =
  | {
      readonly kind: "declare";
      readonly as: DeclarationKind;
      readonly space: string;
      readonly scope: SgNode | null;
    }
  | { readonly kind: "use"; readonly spaces: readonly string[] }
  | { readonly kind: "skip" };

const SKIP: JavaRole = { kind: "skip" };
const VALUE: JavaRole = { kind: "use", spaces: ["v", "t"] };
const METHOD: JavaRole = { kind: "use", spaces: ["m"] };
const TYPE: JavaRole = { kind: "use", spaces: ["t"] };

const TYPES = /^(?:class|interface|enum|record|annotation_type)_declaration$/;
const CALLABLES =
  /^(?:method|constructor|compact_constructor|annotation_type_element)_declaration$/;
const MEMBERS = /^(?:field|constant)_declaration$/;
/** Nodes in which a variable counts that is declared in them, outside of blocks. */
const AROUND =
  /^(?:block|constructor_body|switch_block_statement_group|switch_rule|for_statement|enhanced_for_statement|catch_clause|try_with_resources_statement|lambda_expression|(?:method|constructor|compact_constructor|record)_declaration|class_body)$/;

/** Returns the role of an identifier, or of the name of a type. */
export function javaRole(name: SgNode): JavaRole {
  const parent = name.parent();
  if (parent === null) return SKIP;
  const kind = String(parent.kind());
  const isField = (field: string) => parent.field(field)?.id() === name.id();
  if (TYPES.test(kind) && isField("name")) return declare("class", "t", parent.parent());
  if (CALLABLES.test(kind) && isField("name")) return declare("function", "m", parent.parent());
  if (kind === "type_parameter") return declare("type", "t", parent.parent()?.parent() ?? null);
  if (kind === "enum_constant" && isField("name")) return declare("variable", "v", parent.parent());
  if (kind === "variable_declarator" && isField("name")) return variable(parent);
  if (isVariable(kind, isField)) return declare(asOf(kind), "v", around(parent));
  if (kind === "method_invocation" && isField("name"))
    return parent.field("object") === null ? METHOD : SKIP;
  if (kind === "field_access" && isField("field")) return SKIP;
  if (/^scoped_(?:type_)?identifier$/.test(kind))
    return parent.child(0)?.id() === name.id() ? headOf(name) : SKIP;
  if (kind === "method_reference") return parent.child(0)?.id() === name.id() ? headOf(name) : SKIP;
  if (kind === "element_value_pair" && isField("key")) return SKIP;
  if (/^(?:labeled|break|continue)_statement$/.test(kind)) return SKIP;
  if (/^(?:marker_)?annotation$/.test(kind)) return TYPE;
  return headOf(name);
}

function headOf(name: SgNode): JavaRole {
  return String(name.kind()) === "type_identifier" ? TYPE : VALUE;
}

function declare(as: DeclarationKind, space: string, scope: SgNode | null): JavaRole {
  return { kind: "declare", as, space, scope };
}

function asOf(kind: string): DeclarationKind {
  return /parameter|lambda/.test(kind) ? "parameter" : "variable";
}

/** Kinds that declare a variable in their field `name`, or in each name of theirs. */
function isVariable(kind: string, isField: (field: string) => boolean): boolean {
  if (kind === "inferred_parameters" || kind === "type_pattern") return true;
  if (kind === "record_pattern_component") return true;
  if (kind === "lambda_expression") return isField("parameters");
  return (
    /^(?:formal_parameter|catch_formal_parameter|resource|enhanced_for_statement|instanceof_expression)$/.test(
      kind,
    ) && isField("name")
  );
}

function variable(declarator: SgNode): JavaRole {
  const statement = declarator.parent();
  const kind = String(statement?.kind());
  if (MEMBERS.test(kind)) return declare("variable", "v", statement?.parent() ?? null);
  return declare(kind === "spread_parameter" ? "parameter" : "variable", "v", around(declarator));
}

function around(node: SgNode): SgNode | null {
  let outer = node.parent();
  if (AROUND.test(String(node.kind()))) return node;
  while (outer !== null && !AROUND.test(String(outer.kind()))) outer = outer.parent();
  return outer;
}
