import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../edit/language/language.ts";
import type { Span } from "../edit/text/span.ts";
import type { ExplainBudget } from "./explain-budget.ts";

/** A tree of a file: of the file itself, or of code in it. */
export interface CodeTree {
  readonly root: SgNode;
  readonly language: Language;
  /** The text in which the offsets of the tree count. */
  readonly text: string;
  /** Added to an offset of the tree, gives the offset in the whole file. */
  readonly shift: number;
  readonly budget: ExplainBudget;
  /** The line that was asked about, as a span in offsets of the tree. Undefined: all of it. */
  readonly asked: Span | undefined;
}

/** Returns a test of the nodes that are asked about: those that begin in the line, or hold it and are no whole file. */
export function meantBy({ asked, root }: CodeTree): ((node: SgNode) => boolean) | undefined {
  if (asked === undefined) return undefined;
  const whole = root.id();
  return (node) => {
    const { start, end } = node.range();
    if (start.index >= asked.start && start.index < asked.end) return true;
    return node.id() !== whole && start.index < asked.start && end.index > asked.start;
  };
}
