import type { SgNode } from "@ast-grep/napi";

/**
 * The deepest tree that is given to code that recurses. The parser of JavaScript ends the process at 1,600 functions
 * inside of each other, or at 2,800 parentheses; a replacement may double the depth.
 */
const MAX_DEPTH = 1_000;

/** True if a tree is deeper than {@link MAX_DEPTH}. Looks only at nodes that are long enough to be so deep. */
export function isDeep(root: SgNode): boolean {
  const open = [{ node: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = next.depth + 1;
    if (depth > MAX_DEPTH) return true;
    for (const node of next.node.children()) {
      if (lengthOf(node) > MAX_DEPTH - depth) open.push({ node, depth });
    }
  }
  return false;
}

function lengthOf(node: SgNode): number {
  const { startPos, endPos } = node.replace(""); // `range` would make lines and columns, too.
  return endPos - startPos;
}
