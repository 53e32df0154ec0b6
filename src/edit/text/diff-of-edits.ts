import type { TextEdit } from "../../model/edit.ts";
import { indexedLineCounterOf } from "./count-lines.ts";
import {
  type UnifiedDiff,
  unifiedDiff,
  unifiedDiffOfEdit,
  unifiedDiffOfEdits,
} from "./unified-diff.ts";

/** The diff of a file, in the fields of a change. */
export interface DiffOfEdits {
  /** Unified diff that `git apply` takes (A21). */
  readonly diff: string;
  readonly additions: number;
  readonly deletions: number;
}

/** Returns the diff of some edits; `before` is undefined for a new file, `after` for a deleted one. */
export function diffOfEdits(
  path: string,
  before: string | undefined,
  after: string | undefined,
  edits: readonly TextEdit[],
): DiffOfEdits {
  if (before === undefined || after === undefined)
    return fieldsOf(unifiedDiff(path, before, after));
  const [only, ...others] = edits;
  const isOne = only !== undefined && others.length === 0;
  const diff = isOne
    ? unifiedDiffOfEdit(path, before, only)
    : unifiedDiffOfEdits(path, before, after, edits);
  return fieldsOf(diff);
}

/** Returns a function from one of many edits to its diff, as {@link diffOfEdits} gives it; reads the text once. */
export function createEditDiffs(path: string, before: string): (edit: TextEdit) => DiffOfEdits {
  const countLines = indexedLineCounterOf(before);
  return (edit) => fieldsOf(unifiedDiffOfEdit(path, before, edit, countLines));
}

function fieldsOf({ text, additions, deletions }: UnifiedDiff): DiffOfEdits {
  return { diff: text, additions, deletions };
}
