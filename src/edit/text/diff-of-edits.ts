import type { TextEdit } from "../../model/edit.ts";
import type { FileMode } from "../../model/patch/file-mode.ts";
import type { EditRegion } from "../../model/place.ts";
import { indexedLineCounterOf, lineCounterOf } from "./count-lines.ts";
import { regionsOfEdit, regionsOfEdits } from "./edit-regions.ts";
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
  /** Of each edit, in their order. */
  readonly regions: readonly EditRegion[];
}

/**
 * Returns the diff of some edits; `before` is undefined for a new file, `after` for a deleted one, and `mode` if the
 * file keeps its own.
 */
export function diffOfEdits(
  path: string,
  before: string | undefined,
  after: string | undefined,
  edits: readonly TextEdit[],
  mode?: FileMode,
): DiffOfEdits {
  const [only, ...others] = edits;
  const isPlain = before !== undefined && after !== undefined && mode === undefined;
  if (!isPlain || only === undefined || others.length > 0) {
    const isEdited = before !== undefined && after !== undefined;
    const diff = isEdited
      ? unifiedDiffOfEdits(path, before, after, edits, mode)
      : unifiedDiff(path, before, after, mode);
    return fieldsOf(diff, regionsOfEdits(before ?? "", edits));
  }
  const regions = regionsOfEdit(before, only, lineCounterOf(before));
  return fieldsOf(unifiedDiffOfEdit(path, before, only), regions);
}

/** Returns a function from one of many edits to its diff, as {@link diffOfEdits} gives it; reads the text once. */
export function createEditDiffs(path: string, before: string): (edit: TextEdit) => DiffOfEdits {
  const countLines = indexedLineCounterOf(before);
  return (edit) =>
    fieldsOf(
      unifiedDiffOfEdit(path, before, edit, countLines),
      regionsOfEdit(before, edit, countLines),
    );
}

function fieldsOf(
  { text, additions, deletions }: UnifiedDiff,
  regions: readonly EditRegion[],
): DiffOfEdits {
  return { diff: text, additions, deletions, regions };
}
