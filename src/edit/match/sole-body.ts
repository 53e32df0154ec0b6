import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { spanOf } from "./bindings.ts";

/** The kinds of nodes that take the next statement as their body if their own is gone. */
const HEADS =
  "if|for|for_in|for_range|enhanced_for|foreach|for_each|while|do|labeled|with|using|lock|fixed|switch";
const TAKES_NEXT = new RegExp(`^(else_clause|(${HEADS})_(statement|loop))$`);

const STATEMENT = /(_statement|_declaration|_block|^block)$/;

/**
 * Returns true if a node is the whole body of an `if`, a loop or a label: `old();` in `if (a) old();`. `ended` is the
 * end of a `;` after it that counts as a part of it.
 */
export function isSoleBody(match: SgNode, ended?: number): boolean {
  const { start, end } = spanOf(match);
  for (let node = match; ; ) {
    const parent = node.parent();
    if (parent === null) return false;
    if (STATEMENT.test(kindOf(node)) && TAKES_NEXT.test(kindOf(parent))) return true;
    const span = spanOf(parent);
    if (span.start !== start || (span.end !== end && span.end !== ended)) return false;
    node = parent;
  }
}
