import type { SgNode } from "@ast-grep/napi";
import type { DeclarationKind } from "../file-names.ts";

/** A name that is declared, with the node in which it counts and the one after which it does. */
interface GoDeclaration {
  readonly as: DeclarationKind;
  /** Undefined for the whole file. */
  readonly scope: SgNode | undefined;
  readonly after: SgNode | undefined;
}

const BLOCKS =
  /^(?:block|(?:if|for|expression_switch|type_switch|select)_statement|(?:expression|type|default|communication)_case)$/;
const FUNCTIONS = /^(?:function_declaration|method_declaration|func_literal)$/;

/** Returns what a name declares at its place; undefined for one that is used. */
export function goDeclaration(name: SgNode): GoDeclaration | undefined {
  const parent = name.parent();
  if (parent === null) return undefined;
  const kind = String(parent.kind());
  if (/^(?:variadic_)?parameter_declaration$/.test(kind) && name.is("identifier"))
    return inFunction(parent, "parameter");
  if (kind === "type_parameter_declaration" && name.is("identifier"))
    return inFunction(parent, "type");
  if (kind === "function_declaration")
    return { as: "function", scope: undefined, after: undefined };
  if (/^(?:var|const)_spec$/.test(kind) && name.is("identifier")) return inBlock(parent);
  if (/^type_(?:spec|alias)$/.test(kind) && parent.field("name")?.id() === name.id())
    return { ...inBlock(parent), as: "type", after: undefined };
  if (kind !== "expression_list") return undefined;
  const statement = parent.parent();
  if (statement === null) return undefined;
  const isLeft = statement.field("left")?.id() === parent.id();
  if (isLeft && statement.is("short_var_declaration")) return inBlock(statement);
  const declares = statement.children().some((child) => child.is(":="));
  if (isLeft && declares && /^(?:range_clause|receive_statement)$/.test(String(statement.kind())))
    return inBlock(statement);
  if (!statement.is("type_switch_statement") || statement.field("alias")?.id() !== parent.id())
    return undefined;
  return { as: "variable", scope: statement, after: statement.field("value") ?? parent };
}

function inBlock(statement: SgNode): GoDeclaration {
  const scope = statement.ancestors().find((node) => BLOCKS.test(String(node.kind())));
  return { as: "variable", scope, after: scope && statement };
}

/** Parameters count in the body: `func f(fmt fmt.Stringer)` has a type of the package. */
function inFunction(parameter: SgNode, as: DeclarationKind): GoDeclaration | undefined {
  const owner = parameter.ancestors().find((node) => /func|method/.test(String(node.kind())));
  if (owner === undefined || !FUNCTIONS.test(String(owner.kind()))) return undefined;
  const body = owner.field("body");
  return body ? { as, scope: body, after: undefined } : undefined;
}
