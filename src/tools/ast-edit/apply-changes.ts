import { resolveLanguage } from "../../edit/language.ts";
import { planFile } from "../../edit/plan-file.ts";
import type { Replacement } from "../../model/edit.ts";
import type { FileChange } from "../../model/preview.ts";
import { StalePreviewError } from "../../model/tool-error.ts";
import {
  type FileRead,
  StaleFileError,
  type TextChange,
  type Workspace,
} from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import type { OpCompiler } from "./compile-ops.ts";
import { changeFile } from "./file-change.ts";

/**
 * Re-runs the edits of a preview on its files, compares with the preview, and commits (A2). Where
 * this run itself wrote a file since the preview, equal edits go on at their new places; any other
 * difference is stale, and nothing is written (A18). Answers the changes as they were written.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  compiler: OpCompiler,
  workspace: Workspace,
): Promise<readonly FileChange[]> {
  const written: FileChange[] = [];
  const commits: TextChange[] = [];
  for (const change of changes) {
    const read = await workspace.read(change.path);
    const again = editAgain(change, read, compiler, workspace);
    if (again === undefined) throw staleError(changes, change.path);
    written.push(again.change);
    commits.push({
      path: change.path,
      preHash: again.change.preHash,
      before: again.before,
      after: again.after,
    });
  }
  try {
    await workspace.commit(commits);
  } catch (error) {
    if (error instanceof StaleFileError) throw staleError(changes, error.path);
    throw error;
  }
  return written;
}

/** The change on the text that is there now, or undefined where it is not the one that was previewed. */
function editAgain(
  change: FileChange,
  read: FileRead,
  compiler: OpCompiler,
  workspace: Workspace,
): { change: FileChange; before: string; after: string } | undefined {
  const { path, preHash, edits } = change;
  if (read.kind !== "text") return undefined;
  const isUnchanged = read.hash === preHash;
  if (!isUnchanged && !workspace.isOwnWrite(path, read.hash)) return undefined;
  const language = resolveLanguage(change.language);
  if (language === undefined) return undefined;
  const ops = compiler.for(language, path);
  const plan = planFile(read.text, language, ops, { editDespiteErrors: false });
  if (plan.kind !== "edited") return undefined;
  const file = { path, language, text: read.text, hash: read.hash };
  const changed = changeFile(file, plan, ops, edits.length);
  const isSame = isUnchanged
    ? changed.change.postHash === change.postHash
    : haveEqualTexts(changed.change.edits, edits);
  return isSame ? { ...changed, before: read.text } : undefined;
}

/** The same replacements in the same order, wherever they stand now. */
function haveEqualTexts(now: readonly Replacement[], before: readonly Replacement[]): boolean {
  return (
    now.length === before.length &&
    now.every((edit, index) => {
      const other = before[index];
      return (
        other !== undefined &&
        edit.text === other.text &&
        edit.opId === other.opId &&
        edit.end - edit.start === other.end - other.start
      );
    })
  );
}

function staleError(changes: readonly FileChange[], path: string): StalePreviewError {
  const replacements = changes.reduce((sum, { edits }) => sum + edits.length, 0);
  const expected = `${countOf(replacements, "replacement")} in ${countOf(changes.length, "file")}`;
  return new StalePreviewError(
    `Preview is stale / no longer matches; no replacements were applied. Expected ${expected}; ${path} is not what was previewed.`,
  );
}
