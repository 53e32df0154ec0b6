import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import {
  type FileFindings,
  type SearchOptions,
  type SearchParams,
  type SourceText,
  searchFile,
} from "./search-file.ts";

/** Looks at one file on the thread that asks, and has its trees freed. */
export async function searchInProcess(
  source: SourceText,
  ops: readonly CompiledOp[],
  params: SearchParams,
  options: SearchOptions,
): Promise<FileFindings> {
  const look = await searchFile(source, ops, params, options);
  await releaseTrees(2 * source.text.length); // The trees of the text as it is, and as it becomes.
  return look;
}
