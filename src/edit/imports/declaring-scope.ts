import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** A declaration of a name, and the code in which the name means it. */
export interface DeclaringScope {
  readonly kind: "parameter" | "import" | "other";
  readonly of: "values" | "types" | "both";
  /** Undefined for the top level of the file. */
  readonly scope: Span | undefined;
  /** The statement around it, or the list of parameters. */
  readonly node: SgNode;
}

/** A name is `declared` in a scope, `used`, or only written: a part of `import { a as b }` or of another module. */
export type NameUse = DeclaringScope | "used" | "written";

const BLOCKS = /^(statement_block|switch_body|for_statement|for_in_statement|class_static_block)$/;

const FUNCTIONS =
  /^(function_declaration|function_expression|generator_function|generator_function_declaration|arrow_function|method_definition|class_static_block|internal_module)$/;

/** Declarations of a name that holds in the block around them. */
const NAMED =
  /^((generator_)?function_declaration|function_signature|(abstract_)?class_declaration|enum_declaration|interface_declaration|type_alias_declaration|internal_module|module)$/;

/** Expressions whose own name holds inside of them. */
const SELF_NAMED = /^(function_expression|generator_function|class)$/;

/** Tells how a name is used at an identifier of JavaScript or TypeScript. */
export function useOfName(name: SgNode): NameUse {
  let inner = name;
  let outer = name.parent();
  while (outer && isPatternAround(outer, inner)) {
    inner = outer;
    outer = outer.parent();
  }
  return outer ? useIn(outer, inner) : "used";
}

function useIn(outer: SgNode, inner: SgNode): NameUse {
  const kind = kindOf(outer);
  const isNamed = (field: string) => isField(outer, field, inner);
  if (kind === "variable_declarator" && isNamed("name")) return variable(outer.parent() ?? outer);
  if (kind === "for_in_statement" && isNamed("left")) return loopVariable(outer);
  if (kind === "formal_parameters") return parameter(outer, outer.parent());
  if (/^(required|optional)_parameter$/.test(kind))
    return isNamed("pattern") ? parameter(outer, outer.parent()?.parent()) : "used";
  if (kind === "arrow_function") return isNamed("parameter") ? parameter(outer, outer) : "used";
  if (kind === "catch_clause" && isNamed("parameter")) return other(outer, spanOf(outer));
  if (NAMED.test(kind) && isNamed("name")) return other(outer, blockAround(outer), namedBy(kind));
  if (SELF_NAMED.test(kind) && isNamed("name")) return other(outer, spanOf(outer), namedBy(kind));
  if (kind === "type_parameter" && isNamed("name"))
    return other(outer, spanOf(outer.parent()?.parent() ?? outer), "types");
  if (kind === "import_specifier" && outer.field("alias") && !isNamed("alias")) return "written";
  if (
    /^(import_clause|import_specifier|namespace_import|import_alias|import_require_clause)$/.test(
      kind,
    )
  )
    return { kind: "import", of: "both", scope: undefined, node: outer };
  if (kind === "export_specifier")
    return isOfOtherModule(outer) || isNamed("alias") ? "written" : "used";
  // `<log/>` is an element of its own.
  return /^jsx_\w*element$/.test(kind) && /^[a-z]/.test(inner.text()) ? "written" : "used";
}

function namedBy(kind: string): DeclaringScope["of"] {
  if (/^(interface|type_alias)/.test(kind)) return "types";
  return kind.includes("function") ? "values" : "both";
}

/** True if a pattern has this part to bind names with. */
function isPatternAround(outer: SgNode, inner: SgNode): boolean {
  const kind = kindOf(outer);
  if (/^(object|array|rest)_pattern$/.test(kind)) return true;
  if (kind === "pair_pattern") return isField(outer, "value", inner);
  return /^(object_)?assignment_pattern$/.test(kind) && isField(outer, "left", inner);
}

function isField(node: SgNode, field: string, part: SgNode): boolean {
  return node.field(field)?.id() === part.id();
}

function variable(statement: SgNode): DeclaringScope {
  const isHoisted = kindOf(statement) === "variable_declaration";
  return other(statement, isHoisted ? functionAround(statement) : blockAround(statement));
}

function loopVariable(loop: SgNode): NameUse {
  const word = loop.field("kind")?.text();
  if (word === undefined) return "used";
  return other(loop, word === "var" ? functionAround(loop) : spanOf(loop));
}

function parameter(node: SgNode, owner: SgNode | null | undefined): DeclaringScope {
  return { kind: "parameter", of: "values", scope: spanOf(owner ?? node), node };
}

function other(
  node: SgNode,
  scope: Span | undefined,
  of: DeclaringScope["of"] = "values",
): DeclaringScope {
  return { kind: "other", of, scope, node };
}

function blockAround(node: SgNode): Span | undefined {
  return around(node, BLOCKS);
}

function functionAround(node: SgNode): Span | undefined {
  return around(node, FUNCTIONS);
}

function around(node: SgNode, kinds: RegExp): Span | undefined {
  for (let outer = node.parent(); outer; outer = outer.parent())
    if (kinds.test(kindOf(outer))) return spanOf(outer);
  return undefined;
}

function isOfOtherModule(specifier: SgNode): boolean {
  return specifier.parent()?.parent()?.field("source") !== null;
}
