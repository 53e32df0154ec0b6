import type { SgNode } from "@ast-grep/napi";
import { addTo } from "../../shared/lists/add-to.ts";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** Code in a text, of which a tree is asked if it keeps it together. Without white space at its ends. */
export interface AskedCode extends Span {
  /** One node should cover it; otherwise, siblings may. */
  readonly isOne: boolean;
}

/**
 * Returns the codes that the nodes below `node` take apart: neither one node nor siblings cover them exactly, as with
 * `a + b` in `a + b * c`. Code inside of a literal or a comment counts as kept. One walk for all of them.
 */
export function findTornCode<Asked extends AskedCode>(
  node: SgNode,
  source: string,
  asked: readonly Asked[],
  depth = 0,
): readonly Asked[] {
  if (asked.length === 0) return [];
  const kind = kindOf(node);
  if (depth > MAX_DEPTH || kind === "ERROR" || isLiteralKind(kind)) return [];
  const children = node.children();
  const spanAt = spansOf(children);
  const torn: Asked[] = [];
  const below = new Map<number, Asked[]>();
  for (const each of asked) {
    const first = firstIndex(0, children.length, (index) => (spanAt(index)?.end ?? 0) > each.start);
    const next = firstIndex(first, children.length, (at) => (spanAt(at)?.start ?? 0) >= each.end);
    const last = next - 1;
    const [head, tail] = [spanAt(first), spanAt(last)];
    if (head === undefined || tail === undefined || last < first) continue;
    const isExact = head.start >= each.start && trimmedEnd(source, tail) <= each.end;
    if (last === first) {
      if (isExact) continue;
      addTo(below, first, each);
    } else if (isExact ? each.isOne && !LOOSE.test(kind) : !isAssociative(node, each, source)) {
      torn.push(each);
    }
  }
  for (const [index, some] of below) {
    const child = children[index];
    if (child) torn.push(...findTornCode(child, source, some, depth + 1));
  }
  return torn;
}

/** Nodes in which one node of another tree may well be several: lists of statements, and tokens of macros. */
const LOOSE =
  /^(block|module|program|source_file)$|_body$|(?<!flow_)statements?(_list|_block)?$|token_tree|macro|preproc/;

/** Returns a function from an index to the place of that node. Most places are never asked for. */
function spansOf(nodes: readonly SgNode[]): (index: number) => Span | undefined {
  const known: (Span | undefined)[] = [];
  return (index) => {
    const node = nodes[index];
    if (node !== undefined) known[index] ??= spanOf(node);
    return known[index];
  };
}

/** Returns the first index from `low` to `high` for which a claim is true that is true for all after it. */
function firstIndex(low: number, high: number, isBehind: (index: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function trimmedEnd(source: string, { start, end }: Span): number {
  let at = end;
  while (at > start && source.charAt(at - 1).trim() === "") at -= 1;
  return at;
}

/** Operators with which `a && (b && c)` is `a && b && c`. */
const ASSOCIATIVE: ReadonlySet<string> = new Set(["&&", "||", "??", "and", "or", "&", "|"]);

/** True if all nodes that begin before the code and end in it have one operator, with which grouping has no meaning. */
function isAssociative(node: SgNode, { start, end }: Span, source: string): boolean {
  const operator = operatorOf(node);
  if (!ASSOCIATIVE.has(operator) || trimmedEnd(source, spanOf(node)) > end) return false;
  let cut: SgNode | undefined = node;
  for (let depth = 0; cut !== undefined && depth < MAX_DEPTH; depth += 1) {
    const next: SgNode | undefined = cut.children().find((child) => spanOf(child).end > start);
    if (next === undefined || spanOf(next).start >= start) return true;
    if (operatorOf(next) !== operator) return false;
    cut = next;
  }
  return false;
}

function operatorOf(node: SgNode): string {
  const [, operator, right] = node.children();
  return operator !== undefined && right !== undefined ? operator.text() : "";
}
