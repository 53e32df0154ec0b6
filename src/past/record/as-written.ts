import { splice } from "../../edit/text/splice.ts";
import type { TextChange } from "../../model/workspace.ts";
import type { PlannedAction, PlannedFile } from "../../plan-file/plan.ts";
import { plannedDiff } from "../../plan-file/planned-diff.ts";
import type { ActionChange, LocatedFile } from "./located-actions.ts";

/** Returns actions as they are written: with the hashes, the edits and the diffs of the files as these are now. */
export function asWritten(
  placed: readonly ActionChange[],
  changes: readonly TextChange[],
): readonly PlannedAction[] {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const counts = new Map<string, number>();
  for (const { path } of placed.flatMap(({ files }) => files))
    counts.set(path, (counts.get(path) ?? 0) + 1);
  return placed.map(({ action, files }) => ({
    ...action,
    files: action.files.map((file, at) => {
      const [located, change] = [files[at], byPath.get(file.path)];
      if (located === undefined || change === undefined) return file;
      return fileAsWritten(file, located, { change, isJoint: (counts.get(file.path) ?? 0) > 1 });
    }),
  }));
}

function fileAsWritten(
  { isJoint: _isJoint, ...file }: PlannedFile,
  located: LocatedFile,
  { change, isJoint }: { readonly change: TextChange; readonly isJoint: boolean },
): PlannedFile {
  const { path, preHash, postHash, before } = change;
  const edits = located.edits.map(({ start, end, text }, at) => ({
    op: file.edits[at]?.op ?? "",
    start,
    end,
    text,
  }));
  const [old, fresh] = [
    preHash === null ? undefined : before,
    postHash === null ? undefined : splice(before, edits),
  ];
  const diff = plannedDiff(path, old, fresh, edits, file.mode);
  const written = { ...file, preHash, postHash, edits, ...diff };
  return isJoint ? { ...written, isJoint } : written;
}
