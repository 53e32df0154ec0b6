import { resolveLanguage } from "../../edit/language.ts";
import { planPasses } from "../../edit/plan-passes.ts";
import { rebaseEdits } from "../../edit/rebase-edits.ts";
import { splice } from "../../edit/splice.ts";
import type { Replacement, TextEdit } from "../../model/edit.ts";
import type { FileChange } from "../../model/preview.ts";
import type { AstEditParams } from "../../model/recipe.ts";
import { CancelledError, StalePreviewError } from "../../model/tool-error.ts";
import {
  type FileRead,
  StaleFileError,
  type TextChange,
  type Workspace,
} from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import type { OpCompiler } from "./compile-ops.ts";
import { changeOf } from "./file-change.ts";

/** What an apply needs beside its changes. */
export interface Applying {
  readonly params: AstEditParams;
  readonly compiler: OpCompiler;
  readonly workspace: Workspace;
  /** Honoured up to the commit, and never after it (A22). */
  readonly signal: AbortSignal;
}

/**
 * Re-runs the edits of a preview on its files, compares with the preview, and commits (A2). Where
 * this run itself wrote a file since the preview, equal edits go on at the places to which they have
 * moved; any other difference is stale, and nothing is written (A18). Answers the changes as they were written.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  applying: Applying,
): Promise<readonly FileChange[]> {
  const { workspace, signal } = applying;
  const written: FileChange[] = [];
  const commits: TextChange[] = [];
  for (const change of changes) {
    refuseWhenCancelled(signal);
    const read = await workspace.read(change.path);
    const again = editAgain(change, read, applying);
    if (again === undefined) throw staleError(changes, change.path);
    written.push(again.change);
    commits.push({
      path: change.path,
      preHash: again.change.preHash,
      before: again.before,
      after: again.after,
      edits: again.change.edits,
    });
  }
  refuseWhenCancelled(signal);
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
  { params, compiler, workspace }: Applying,
): { change: FileChange; before: string; after: string } | undefined {
  const { path, preHash, edits } = change;
  const language = resolveLanguage(change.language);
  if (read.kind !== "text" || language === undefined) return undefined;
  const { text, hash } = read;
  const ownEdits = hash === preHash ? [] : workspace.ownEditsBetween(path, preHash, hash);
  if (ownEdits === undefined) return undefined;
  const ops = compiler.for(language, path);
  const { plan, left } = planPasses(text, language, ops, {
    passes: params.passes,
    editDespiteErrors: params.onParseError === "edit",
  });
  if (plan.kind !== "edited") return undefined;
  const found = findAgain(edits, ownEdits, plan.replacements);
  if (found === undefined) return undefined;
  const changed = changeOf({ path, language, text, hash, plan, left, ops }, found);
  if (ownEdits.length === 0 && changed.postHash !== change.postHash) return undefined;
  return { change: changed, before: text, after: splice(text, found) };
}

/**
 * The previewed edits among those that the ops find now, at the places to which what the run itself
 * wrote since has moved them. Undefined where a place was written over, or where the ops would now
 * write something else there: nobody previewed that.
 */
function findAgain(
  edits: readonly Replacement[],
  ownEdits: readonly (readonly TextEdit[])[],
  found: readonly Replacement[],
): readonly Replacement[] | undefined {
  let moved: readonly Replacement[] = edits;
  for (const applied of ownEdits) {
    const next = rebaseEdits(moved, applied);
    if (next === undefined) return undefined;
    moved = next;
  }
  const foundKeys = new Set(found.map(keyOf));
  return moved.every((edit) => foundKeys.has(keyOf(edit))) ? moved : undefined;
}

function keyOf({ start, end, text, opId }: Replacement): string {
  return JSON.stringify([start, end, opId, text]);
}

function refuseWhenCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledError("The run was stopped before this was written.");
}

function staleError(changes: readonly FileChange[], path: string): StalePreviewError {
  const replacements = changes.reduce((sum, { edits }) => sum + edits.length, 0);
  const expected = `${countOf(replacements, "replacement")} in ${countOf(changes.length, "file")}`;
  return new StalePreviewError(
    `Preview is stale / no longer matches; no replacements were applied. Expected ${expected}; ${path} is not what was previewed.`,
  );
}
