import { type Language, resolveLanguage } from "../../../edit/language/language.ts";
import { planPasses } from "../../../edit/plan/plan-passes.ts";
import { rebaseThrough } from "../../../edit/text/rebase-edits.ts";
import type { FilePlan, Replacement } from "../../../model/edit.ts";
import type { FileChange } from "../../../model/preview.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import { ToolError } from "../../../model/tool-error.ts";
import type { CommitNote, FileRead } from "../../../model/workspace.ts";
import { type Committing, commitChanges, type ReadyFile } from "../../changes/commit-changes.ts";
import type { OpCompiler } from "../compile-ops.ts";
import { movedChange } from "../facts/file-change.ts";
import { FileTrack } from "./file-track.ts";

/** What an apply needs beside its changes. */
export interface Applying extends Committing {
  readonly params: AstEditParams;
  readonly compiler: OpCompiler;
  /** What the applies of one call know of its files, by path. Begins empty; kept up by them. */
  readonly tracks: Map<string, FileTrack>;
}

/** A file that is ready, and what is known of it. */
interface TrackedFile extends ReadyFile {
  readonly track: FileTrack;
}

/**
 * Re-runs the edits of a preview on its files, compares with the preview, and commits (A2). On the
 * very text of the preview (by its hash), or one that only edits of the same call have made of it, the
 * outcome is known. Where other calls of this run wrote a file since, equal edits go on at the places
 * to which they have moved; any other difference is stale, and nothing is written (A18). Answers the
 * changes as they were written.
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

/** The change on the text that is there now, or undefined where it is not the one that was previewed. */
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
 * What is known of a text that this call did not make. Where other calls of the run had a part in it,
 * the ops are run again: what they would now write differently, or no longer, nobody previewed.
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

/** Undefined where the ops cannot be carried out on the text, other than on the one of the preview. */
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
