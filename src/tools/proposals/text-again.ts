import { createRebase } from "../../edit/text/rebase-edits.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { FileRead, Workspace } from "../../model/workspace.ts";
import { movedChange } from "../ast-edit/facts/file-change.ts";
import type { ReadyFile } from "../changes/commit-changes.ts";

/** Returns the change on the text that is there now. It moves if only this run has changed the file elsewhere. */
export function textAgain(
  change: FileChange,
  read: FileRead,
  workspace: Pick<Workspace, "ownEditsBetween">,
): ReadyFile | undefined {
  const { path, preHash, edits } = change;
  if (read.kind !== "text")
    return preHash === null
      ? { change, before: "", after: edits.map(({ text }) => text).join("") }
      : undefined;
  if (preHash === null) return undefined;
  const own = read.hash === preHash ? [] : workspace.ownEditsBetween(path, preHash, read.hash);
  if (own === undefined) return undefined;
  const rebase = createRebase(own);
  const moved = edits.flatMap((edit) => rebase(edit) ?? []);
  if (moved.length !== edits.length) return undefined;
  return { ...movedChange(change, read, moved), before: read.text };
}
