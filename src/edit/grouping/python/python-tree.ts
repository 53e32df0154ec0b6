import { childrenOf, type SyntaxNode } from "../../../syntax/syntax-node.ts";

/**
 * Returns a tree as Python reads its text. The grammar of the engine reads `(a := b if c else d)`, `-await a ** b` and
 * `with a if b else c as d` in another order, and has several kinds of nodes for a tuple, for an index and for a guard.
 */
export function asPython(root: SyntaxNode): SyntaxNode {
  return shaped(root, undefined);
}

function shaped(written: SyntaxNode, parent: SyntaxNode | undefined): SyntaxNode {
  const node = arranged(written, parent);
  let fields: SyntaxNode["fields"] | undefined;
  return {
    type: node.type,
    start: node.start,
    end: node.end,
    isGrouped: node.isGrouped ?? false,
    get value() {
      return node.value;
    },
    get fields() {
      fields ??= node.fields.map((field) => {
        return { ...field, nodes: field.nodes.map((child) => child && shaped(child, node)) };
      });
      return fields;
    },
  };
}

function arranged(node: SyntaxNode, parent: SyntaxNode | undefined): SyntaxNode {
  switch (node.type) {
    case "type":
      return withoutType(node, parent);
    case "generic_type":
      return indexed(madeOf(node, childrenOf(node).flatMap(withoutParameters), "subscript"));
    case "subscript":
      return indexed(node);
    case "parenthesized_list_splat":
    case "tuple":
      return withoutParentheses(node);
    case "expression_list": // The targets of `del a, b` are no tuple.
      return parent?.type === "delete_statement" ? node : { ...node, type: "tuple" };
    case "expression_statement":
      return hasComma(childrenOf(node)) ? madeOf(node, [tupleOf(childrenOf(node))]) : node;
    case "if_clause":
      return parent?.type === "case_clause" ? { ...node, type: "case_guard" } : node;
    case "conditional_expression":
      return withOuterName(node);
    case "await":
      return withInnerAwait(node);
    case "with_item":
      return withOuterTarget(node);
    default:
      return node;
  }
}

/** Returns a node with other children. */
function madeOf(node: SyntaxNode, children: readonly SyntaxNode[], type = node.type): SyntaxNode {
  const start = children[0]?.start ?? node.start;
  const end = children.at(-1)?.end ?? node.end;
  const isGrouped = node.isGrouped ?? false;
  const fields = [{ name: "children", isList: true, nodes: children }];
  return { type, start, end, isGrouped, value: "", fields };
}

function tupleOf(children: readonly SyntaxNode[]): SyntaxNode {
  const [first] = children;
  if (first === undefined) throw new Error("A tuple without elements has no place.");
  return { ...madeOf(first, children, "tuple"), isGrouped: false };
}

function grouped(node: SyntaxNode): SyntaxNode {
  return { ...node, isGrouped: true };
}

function hasComma(children: readonly SyntaxNode[]): boolean {
  return children.some(({ type }) => type === ",");
}

/** An annotation is an expression. */
function withoutType(node: SyntaxNode, parent: SyntaxNode | undefined): SyntaxNode {
  const [only, ...others] = childrenOf(node);
  return only && others.length === 0 ? arranged(only, parent) : node;
}

function withoutParameters(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === "type_parameter" ? childrenOf(node) : [node];
}

/** Returns `a[b, c]` with a tuple as its index, which the brackets group. */
function indexed(node: SyntaxNode): SyntaxNode {
  const [value, open, ...rest] = childrenOf(node);
  const close = rest.at(-1);
  const index = rest.slice(0, -1);
  if (!value || !open || !close || !hasComma(index)) return node;
  return madeOf(node, [value, open, grouped(tupleOf(index)), close]);
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  const children = childrenOf(node);
  if (children[0]?.type !== "(") return node;
  const inner = children.slice(1, -1);
  const [only = node] = inner;
  if (hasComma(inner)) return grouped(tupleOf(inner));
  return grouped(only === node ? node : arranged(only, node)); // The engine takes `(*a)`, Python does not.
}

/** `(a := b) if c else d` → `a := (b if c else d)`. */
function withOuterName(node: SyntaxNode): SyntaxNode {
  const [first, ...others] = childrenOf(node);
  if (first?.type !== "named_expression" || first.isGrouped) return node;
  const [name, sign, value] = childrenOf(first);
  if (!name || !sign || !value) return node;
  return madeOf(node, [name, sign, madeOf(first, [value, ...others], node.type)], first.type);
}

/** `await (a ** b)` → `(await a) ** b`. */
function withInnerAwait(node: SyntaxNode): SyntaxNode {
  const [word, power] = childrenOf(node);
  const [base, sign, exponent] = power ? childrenOf(power) : [];
  if (!word || !power || !base || sign?.value !== "**" || !exponent || power.isGrouped) return node;
  return madeOf(node, [madeOf(power, [word, base], node.type), sign, exponent], power.type);
}

/** `a if b else (c as d)` → `(a if b else c) as d`. */
function withOuterTarget(node: SyntaxNode): SyntaxNode {
  const [value, ...others] = childrenOf(node);
  const pattern = value && targetIn(value);
  if (!pattern || pattern === value) return node;
  const target = childrenOf(pattern).slice(1);
  return madeOf(node, [madeOf(pattern, [withoutTarget(value, pattern), ...target]), ...others]);
}

function targetIn(node: SyntaxNode): SyntaxNode | undefined {
  if (node.isGrouped) return undefined;
  if (node.type === "as_pattern") return node;
  const last = childrenOf(node).at(-1);
  return last && targetIn(last);
}

function withoutTarget(node: SyntaxNode, pattern: SyntaxNode): SyntaxNode {
  const children = childrenOf(node);
  const last = children.at(-1);
  if (node === pattern || !last) return children[0] ?? node;
  return madeOf(node, [...children.slice(0, -1), withoutTarget(last, pattern)]);
}
