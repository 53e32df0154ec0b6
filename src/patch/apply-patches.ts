import type { PatchSet } from "../model/patch/patch.ts";
import { applyFixes } from "./apply-fixes.ts";
import type { Patched, ReadText, RefusedPart } from "./patched.ts";
import { PatchedTree } from "./patched-tree.ts";

/**
 * Applies all patches of a set in memory, one after the other, as `git apply` does, but for what it guesses: V1. If one
 * file of a patch cannot be changed so, nothing is. Of fixes only those are left out.
 */
export async function applyPatches(
  set: PatchSet,
  read: ReadText,
  mayBePart = false,
): Promise<Patched> {
  if (set.format === "sarif" || set.format === "rdjson") return applyFixes(set, read);
  const tree = new PatchedTree(read);
  const refused: RefusedPart[] = [];
  for (const patch of set.patches) refused.push(...(await tree.apply(patch)));
  const isKept = refused.length === 0 || mayBePart;
  return { ...(isKept ? tree.outcome() : NOTHING), refused };
}

const NOTHING = { files: [], moves: [], notes: [] };
