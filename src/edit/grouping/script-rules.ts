import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { ComparedTexts, Nodes } from "./equal-trees.ts";
import type { PlacedEdit } from "./placed-edit.ts";

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

/** True if `?.` follows what stands in a field. */
export function isLink({ value }: SyntaxNode, field: string): boolean {
  return (field === "object" || field === "callee") && value.includes("optional=true");
}

/** Returns nodes without the mark of an optional chain around them. */
export function withoutChain(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => (node.type === "ChainExpression" ? childrenOf(node) : [node]));
}

/** The field of a node, in the text after and in the one before. */
interface ChildPlace {
  readonly field?: string;
  readonly parents?: readonly [after: SyntaxNode, before: SyntaxNode];
}

/** Kinds of nodes of TypeScript that are what their expression is when the program runs. */
const TYPED = /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$/;

/**
 * True if code that was a value in the text before is called, or deleted, as the place that it comes from:
 * `opt(a.b)(1)` calls without `this`, `a.b(1)` with it; `delete opt(a.b)` deletes nothing; `opt(eval)(a)` does not see
 * the names around it.
 */
export function becomesPlace(
  [old, fresh]: readonly [old: Nodes, fresh: Nodes],
  { field, parents }: ChildPlace,
  { slots }: PlacedEdit,
  texts: ComparedTexts,
): boolean {
  const places = parents && placesIn(parents[0], field);
  const [was, is] = [untyped(old[0]), untyped(fresh[0])];
  if (!places || !was || !is || !isPlace(is, places, texts.after)) return false;
  if (isPlace(was, places, texts.before)) return false;
  // What the template says itself was meant.
  const code = bare(texts.after.slice(is.start, is.end));
  return Object.values(slots).some(
    ({ span, made = span && texts.before.slice(span.start, span.end) }) =>
      made !== undefined && bare(made) === code,
  );
}

/** Returns the kinds of code that a field of a node takes as places, and not as values. */
function placesIn({ type, value }: SyntaxNode, field = ""): RegExp | undefined {
  if (type === "UnaryExpression") return value.includes("operator=delete") ? DELETED : undefined;
  return CALLED.has(`${type} ${field}`) ? MEMBER : undefined;
}

const CALLED: ReadonlySet<string> = new Set([
  "CallExpression callee",
  "TaggedTemplateExpression tag",
]);
const MEMBER = /^MemberExpression$/;
const DELETED = /^(?:MemberExpression|Identifier)$/;

function isPlace({ type, start, end }: SyntaxNode, places: RegExp, text: string): boolean {
  return places.test(type) || (type === "Identifier" && text.slice(start, end) === "eval");
}

/** Returns the expression without its types. */
function untyped(node: SyntaxNode | null | undefined): SyntaxNode | undefined {
  const isOnlyTyped = node && (TYPED.test(node.type) || node.type === "ChainExpression");
  return isOnlyTyped ? untyped(childrenOf(node)[0]) : (node ?? undefined);
}

/** Returns code without parentheses around it. */
function bare(code: string): string {
  return code.replace(/^[\s(]+|[\s)]+$/g, "");
}
