import type { SgNode } from "@ast-grep/napi";

/** The longest code that is compared; UTF-16 code units. */
const LONG = 100_000;

/** True if two nodes have the same text, layout aside: the engine compares their trees. */
export function sameCode(a: SgNode, b: SgNode): boolean {
  if (lengthOf(a) > LONG || lengthOf(b) > LONG) return true; // The engine has the last word.
  const [one, other] = [a.text(), b.text()];
  return one === other || withoutSpace(one) === withoutSpace(other);
}

function withoutSpace(code: string): string {
  return code.replace(/\s+/g, "");
}

function lengthOf(node: SgNode): number {
  const { start, end } = node.range();
  return end.index - start.index;
}
