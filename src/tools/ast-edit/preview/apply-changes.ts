import { type Language, resolveLanguage } from "../../../edit/language/language.ts";
import { planPasses } from "../../../edit/plan/plan-passes.ts";
import { rebaseThrough } from "../../../edit/text/rebase-edits.ts";
import type { FilePlan, Replacement } from "../../../model/edit.ts";
import type { FileChange } from "../../../model/preview.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import { ToolError } from "../../../model/tool-error.ts";
import type { CommitNote, FileRead } from "../../../model/workspace.ts";
import { type Committing, commitChanges, type ReadyFile } from "../../changes/commit-changes.ts";
import { movedChange } from "../facts/file-change.ts";
import type { OpCompiler } from "../search/compile-ops.ts";
import { FileTrack } from "./file-track.ts";

/** The call whose changes are applied, and the workspace. */
export interface Applying extends Committing {
  readonly params: AstEditParams;
  readonly compiler: OpCompiler;
  /** The tracks of the files of one call, by path. Begins empty; each apply of the call updates it. */
  readonly tracks: Map<string, FileTrack>;
}

/** A file that is ready, with its track. */
interface TrackedFile extends ReadyFile {
  readonly track: FileTrack;
}

/**
 * Re-runs the edits of a preview on its files, compares with the preview, and commits (A2); returns the changes as they
 * were written. Edits move if other edits of this run changed a file; any other difference is stale (A18).
 */
export async function applyChanges(
  changes: readonly FileChange[],
  note: CommitNote,
  applying: Applying,
): Promise<readonly FileChange[]> {
  const files = await commitChanges<TrackedFile>(changes, note, applying, {
    editAgain: (change, read) => editAgain(change, read, applying),
    onWritten(written) {
      for (const [index, { change, track }] of written.entries()) {
        track.advance(changes[index]?.edits ?? [], change.postHash);
        applying.tracks.set(change.path, track);
      }
    },
  });
  return files.map(({ change }) => change);
}

/** Returns the change on the current text, or undefined if it is not the one that was previewed. */
function editAgain(
  change: FileChange,
  read: FileRead,
  applying: Applying,
): TrackedFile | undefined {
  if (read.kind !== "text") return undefined;
  const { text, hash } = read;
  const known = applying.tracks.get(change.path);
  const track = known?.hash === hash ? known : trackOf(change, read, applying);
  const edits = track?.find(change.edits);
  if (track === undefined || edits === undefined) return undefined;
  const moved = movedChange(change, { text, hash }, edits);
  if (hash === change.preHash && moved.change.postHash !== change.postHash) return undefined;
  return { ...moved, before: text, track };
}

/**
 * Returns the track of a text that this call did not write; undefined if it is stale. The ops run again if other calls
 * of the run changed the file: an edit that they would now write differently, or no longer, was never previewed.
 */
function trackOf(
  { path, language: languageName, preHash }: FileChange,
  { text, hash }: Extract<FileRead, { kind: "text" }>,
  { params, compiler, workspace }: Applying,
): FileTrack | undefined {
  if (preHash === null) return undefined;
  if (hash === preHash) return new FileTrack(hash, (edit) => edit);
  const language = resolveLanguage(languageName);
  const ownEdits = workspace.ownEditsBetween(path, preHash, hash);
  if (ownEdits === undefined || language === undefined) return undefined;
  const plan = planAgain(text, language, path, { params, compiler });
  if (plan?.kind !== "edited") return undefined;
  const found = new Set(plan.replacements.map(keyOf));
  return new FileTrack(hash, (edit) => {
    const moved = rebaseThrough(edit, ownEdits);
    return moved && found.has(keyOf(moved)) ? moved : undefined;
  });
}

/** Returns undefined if the ops cannot run on the text, although they ran on the one of the preview. */
function planAgain(
  text: string,
  language: Language,
  path: string,
  { params, compiler }: Pick<Applying, "params" | "compiler">,
): FilePlan | undefined {
  try {
    const { plan } = planPasses(text, language, compiler.for(language, path), {
      passes: params.passes,
      editDespiteErrors: params.onParseError === "edit",
    });
    return plan;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function keyOf({ start, end, text, opId }: Replacement): string {
  return JSON.stringify([start, end, opId, text]);
}
