import type { TextEdit } from "../../model/edit.ts";
import { type UnifiedDiff, unifiedDiff, unifiedDiffOfEdit } from "./unified-diff.ts";

/** The diff of a file, in the fields of a change. */
export interface DiffOfEdits {
  /** Unified diff that `git apply` takes (A21). */
  readonly diff: string;
  readonly additions: number;
  readonly deletions: number;
}

/** Returns the diff of some edits; `before` is undefined for a new file. */
export function diffOfEdits(
  path: string,
  before: string | undefined,
  after: string,
  edits: readonly TextEdit[],
): DiffOfEdits {
  const [only, ...others] = edits;
  const isOne = before !== undefined && only !== undefined && others.length === 0;
  const diff: UnifiedDiff = isOne
    ? unifiedDiffOfEdit(path, before, only)
    : unifiedDiff(path, before, after);
  return { diff: diff.text, additions: diff.additions, deletions: diff.deletions };
}
