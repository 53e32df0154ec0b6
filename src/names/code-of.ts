import type { SgNode } from "@ast-grep/napi";
import type { Extent } from "./file-names.ts";

/** Returns the place of a node of the engine. */
export function extentOf(node: SgNode): Extent {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

/** Returns the text of a tree, with the blanks before it that its root leaves out. */
export function textOf(root: SgNode): string {
  return " ".repeat(root.range().start.index) + root.text();
}
