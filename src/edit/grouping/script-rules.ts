import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";

/** False for a decorator that needs parentheses and has none: parsers differ about those. */
export function isSoundScript({ type, start, fields }: SyntaxNode, text: string): boolean {
  const expression = fields[0]?.nodes[0];
  if (type !== "Decorator" || !expression) return true;
  return text.slice(start + 1, expression.start).includes("(") || isDecorator(expression);
}

/** True for a name, its members and a call of one: nothing else decorates without parentheses. */
function isDecorator(expression: SyntaxNode): boolean {
  let inner: SyntaxNode | undefined = expression;
  if (inner.type === "CallExpression") inner = childrenOf(inner)[0];
  while (inner?.type === "MemberExpression" && inner.value.includes("computed=false"))
    inner = childrenOf(inner)[0];
  return inner?.type === "Identifier";
}
