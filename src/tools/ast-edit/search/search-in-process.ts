import type { CompiledOp } from "../../../edit/compile/compile-op.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import {
  type FileLook,
  type LookOptions,
  type LookParams,
  lookAtFile,
  type SourceText,
} from "./search-file.ts";

/** Looks at one file on the thread that asks, and has its trees freed. */
export async function lookHere(
  source: SourceText,
  ops: readonly CompiledOp[],
  params: LookParams,
  options: LookOptions,
): Promise<FileLook> {
  const look = await lookAtFile(source, ops, params, options);
  await releaseTrees(2 * source.text.length); // The trees of the text as it is, and as it becomes.
  return look;
}
