import type { SgNode } from "@ast-grep/napi";
import { isComment, kindOf } from "../engine/engine.ts";
import { isLiteralKind } from "../engine/literal-kinds.ts";
import type { Span } from "../text/span.ts";
import { spanOf } from "./bindings.ts";

/** An element of a list, told by the separators beside it. Comments are no siblings. */
export interface ListElement {
  readonly node: SgNode;
  readonly place: Span;
  /** The siblings beside it: separators, brackets, or other code; undefined at the ends of the list's node. */
  readonly previous: SgNode | undefined;
  readonly next: SgNode | undefined;
  /** True if it is an attribute of a tag: white space separates it. */
  readonly isAttribute: boolean;
}

/** Returns the list element that a node is, or that it fills; undefined if no sibling is a separator. */
export function elementOf(match: SgNode): ListElement | undefined {
  const place = spanOf(match);
  for (let node = match; ; ) {
    const parent = node.parent();
    if (parent === null || isLiteralKind(kindOf(parent))) return undefined;
    const element = elementAt(node, place);
    if (element !== undefined) return element;
    if (!isAt(spanOf(parent), place)) return undefined;
    node = parent;
  }
}

function elementAt(node: SgNode, place: Span): ListElement | undefined {
  const [previous, next] = [sibling(node, "before"), sibling(node, "after")];
  const isAttribute = previous !== undefined && ATTRIBUTE.test(kindOf(node)) && isInTag(node);
  const element = { node, place, previous, next, isAttribute };
  if (isAttribute) return element;
  if (!isSeparator(previous) && !isSeparator(next)) return undefined;
  return isAlone(previous, next, "before") || isAlone(next, previous, "after")
    ? element
    : undefined;
}

const ATTRIBUTE = /(^|_)attribute$|^(jsx_expression|spread_attribute)$/;
const TAG = /^jsx_(opening|self_closing)_element$|(^|_)tag$/;

function isInTag(node: SgNode): boolean {
  const parent = node.parent();
  return parent !== null && TAG.test(kindOf(parent));
}

/**
 * True if nothing of a node's element is on one side of it. A keyword, a type or the like may be there in front of, or
 * behind, the whole list; then the element on the other side has nothing beside it.
 */
function isAlone(
  sideways: SgNode | undefined,
  opposite: SgNode | undefined,
  side: "before" | "after",
): boolean {
  if (!isSeparator(opposite)) return false;
  if (sideways === undefined || isSeparator(sideways) || isBracket(sideways)) return true;
  const other = elementBeyond(opposite, side === "before" ? "after" : "before");
  if (other === undefined) return false;
  const end = sibling(other, side === "before" ? "after" : "before");
  return end === undefined || !end.isNamed();
}

/** Returns the element on the other side of a separator; undefined for a hole, and at the end of the list. */
export function elementBeyond(
  separator: SgNode | undefined,
  side: "before" | "after",
): SgNode | undefined {
  const node = separator && sibling(separator, side);
  return node?.isNamed() ? node : undefined;
}

/** Members of these are separated by `;` as well as by `,`. */
const MEMBERS = /^(object_type|interface_body)$/;

/** True for a `,` between elements, and for a `;` between the members of a type. */
export function isSeparator(node: SgNode | undefined): node is SgNode {
  if (node === undefined || node.isNamed()) return false;
  const kind = kindOf(node);
  if (kind === ",") return true;
  const parent = kind === ";" ? node.parent() : null;
  return parent !== null && MEMBERS.test(kindOf(parent));
}

function isBracket(node: SgNode): boolean {
  return !node.isNamed() && /^\S{0,2}[([{<|)\]}>]$/.test(kindOf(node)) && kindOf(node) !== "=>";
}

/** Returns the next node on a side of another one that is no comment. */
function sibling(node: SgNode, side: "before" | "after"): SgNode | undefined {
  const step = (each: SgNode) => (side === "before" ? each.prev() : each.next());
  let found = step(node);
  while (found !== null && isComment(found)) found = step(found);
  return found ?? undefined;
}

function isAt(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
