import type { SgNode } from "@ast-grep/napi";
import { spanOf } from "./bindings.ts";

/** Puts outer nodes before inner ones. If two begin together, the outer one is longer or is an ancestor. */
export function byTreeOrder(
  { match: a }: { match: SgNode },
  { match: b }: { match: SgNode },
): number {
  const [left, right] = [spanOf(a), spanOf(b)];
  if (left.start !== right.start) return left.start - right.start;
  if (left.start === left.end || right.start === right.end) return left.end - right.end;
  if (left.end !== right.end) return right.end - left.end;
  return a.ancestors().length - b.ancestors().length;
}
