import { countWhile } from "../shared/lists/count-while.ts";

/**
 * A node of a syntax tree, whatever parser made the tree. Parentheses that only group are no nodes. Offsets are UTF-16
 * code units of the text that was parsed; `end` is exclusive.
 */
export interface SyntaxNode {
  /** The name of its kind in the grammar. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** All that the node says besides its children: the text of a leaf, an operator, a modifier. */
  readonly value: string;
  /** True if it stands in parentheses that only group. Absent if the parser does not tell. */
  readonly isGrouped?: boolean;
  /** Its children, in the order of the text. Made when they are first asked for. */
  readonly fields: readonly SyntaxField[];
}

/** The children of a node in one role. */
export interface SyntaxField {
  readonly name: string;
  /** True for a list of any length; otherwise at most one node. */
  readonly isList: boolean;
  /** A hole in a list, as in `[a, , b]`, is null. */
  readonly nodes: readonly (SyntaxNode | null)[];
}

/** A place in a text; UTF-16 code units. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

const sortedChildren = new WeakMap<SyntaxNode, readonly SyntaxNode[]>();

/** Returns the children of a node, without holes, sorted by place. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  let children = sortedChildren.get(node);
  if (children === undefined) {
    children = node.fields
      .flatMap(({ nodes }) => nodes.filter((child) => child !== null))
      .sort((a, b) => a.start - b.start || a.end - b.end);
    sortedChildren.set(node, children);
  }
  return children;
}

/** Returns the largest nodes that lie inside of a place, sorted; `root` itself may be the only one. */
export function nodesWithin(root: SyntaxNode, { start, end }: Extent): readonly SyntaxNode[] {
  if (root.start >= start && root.end <= end) return [root];
  const children = childrenOf(root);
  const first = countWhile(children, (child) => child.end <= start);
  const last = countWhile(children, (child) => child.start < end);
  return children.slice(first, last).flatMap((child) => nodesWithin(child, { start, end }));
}
