import type { CompiledOp } from "../compile/compiled-op.ts";
import { admits } from "../compile/prefilter.ts";

/** Returns the ops that can match in a text; without any, the text need not be parsed. */
export function possibleOps(text: string, ops: readonly CompiledOp[]): readonly CompiledOp[] {
  return ops.filter(({ prefilter }) => admits(prefilter, (part) => text.includes(part)));
}

/** True if an op tells of places that look like its matches and are left. */
export function isCounted({ leftovers, imports }: CompiledOp): boolean {
  return leftovers !== "off" && imports === undefined;
}

/**
 * True if places may be left in a text after an edit of it: an op with `names` may have taken the import that it needs.
 */
export function mayBeLeft(text: string, ops: readonly CompiledOp[]): boolean {
  const counted = ops.filter(isCounted);
  return counted.some(({ names }) => names) || possibleOps(text, counted).length > 0;
}
