import { childrenOf, type SyntaxNode } from "../../../syntax/syntax-node.ts";

const NAME = /^(?:identifier|attribute|subscript)$/;
const LIST = /^(?:tuple|list|expression_list|pattern_list|tuple_pattern|list_pattern)$/;
const STAR = /^list_splat/;

/** True if a node has only targets that Python takes where it assigns to them or deletes them; true for other nodes. */
export function hasSoundTargets(node: SyntaxNode): boolean {
  const children = childrenOf(node);
  const [first, second] = children;
  switch (node.type) {
    case "delete_statement":
      return children.slice(1).every((child) => isTarget(child, 0));
    case "as_pattern_target":
      return children.every((child) => isTarget(child, 1));
    case "except_clause":
      return children.every(bindsName);
    case "for_statement":
    case "for_in_clause": {
      const target = children[children.findIndex(({ value }) => value === "for") + 1];
      return target === undefined || isTarget(target, 1);
    }
    case "augmented_assignment":
      return first === undefined || isSingle(first);
    case "assignment":
      return first === undefined || (second?.value === ":" ? isSingle(first) : isTarget(first, 1));
    default:
      return true;
  }
}

/** True for names and lists of them; `stars` of a list may be `*a`. */
function isTarget(node: SyntaxNode, stars: number): boolean {
  if (!LIST.test(node.type)) return NAME.test(node.type);
  const parts = partsOf(node);
  const starred = parts.filter(({ type }) => STAR.test(type));
  const others = parts.filter((part) => !starred.includes(part));
  return (
    starred.length <= stars &&
    others.every((part) => isTarget(part, stars)) &&
    starred.every((part) => partsOf(part).every((each) => isTarget(each, stars)))
  );
}

/** True for one target, also in parentheses. */
function isSingle(node: SyntaxNode): boolean {
  if (node.type !== "tuple_pattern") return NAME.test(node.type);
  const [only, ...others] = childrenOf(node).slice(1, -1);
  return only !== undefined && others.length === 0 && isSingle(only);
}

/** True but for `except a as b.c`. */
function bindsName({ type, fields }: SyntaxNode): boolean {
  if (type !== "as_pattern") return true;
  const target = fields[0]?.nodes.find((node) => node?.type === "as_pattern_target");
  const name = target && childrenOf(target)[0];
  return !name || (name.type === "identifier" && !name.isGrouped);
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).filter(({ type }) => /\w/.test(type));
}
