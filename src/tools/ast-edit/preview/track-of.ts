import { type Language, resolveLanguage } from "../../../edit/language/language.ts";
import { planPasses } from "../../../edit/passes/plan-passes.ts";
import { followEdits } from "../../../edit/text/follow-edits.ts";
import { createRebase } from "../../../edit/text/rebase-edits.ts";
import type { Span } from "../../../edit/text/span.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { FilePlan } from "../../../model/file-plan.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { ToolError } from "../../../model/tool-error.ts";
import type { FileRead } from "../../../model/workspace.ts";
import type { Committing } from "../../changes/commit-changes.ts";
import type { CallRecord } from "../search/call-environment.ts";
import type { LinesByPath } from "../search/collected-findings.ts";
import type { OpCompiler } from "../search/compile-ops.ts";
import { FileTrack } from "./file-track.ts";
import type { FoundEdits } from "./written-elsewhere.ts";

/** The call whose changes are applied, and the workspace. */
export interface Applying extends Committing {
  readonly params: AstEditParams;
  readonly compiler: OpCompiler;
  /** The tracks of the files of one call, by path. Begins empty; each apply of the call updates it. */
  readonly tracks: Map<string, FileTrack>;
  /** The paths that several actions of the call change: only they need a track. */
  readonly shared: ReadonlySet<string>;
  /** The changes that a formatter had a part in: they are texts, and no op makes them. */
  readonly formatted: ReadonlySet<FileChange>;
  /** The lines on which matches counted in the preview. */
  readonly lines: LinesByPath;
  /** What another machine has made of the same edits. Default: nothing is known. */
  readonly record?: Pick<CallRecord, "resultOf"> | undefined;
}

/** Finds the edits of a change in the text that the file has now; undefined if they are stale. */
export function findEdits(
  change: FileChange,
  read: FileRead,
  applying: Applying,
): FoundEdits | undefined {
  if (read.kind !== "text") return undefined;
  const track = trackOf(change, read, applying);
  const edits = track?.find(change.edits);
  return track && edits && { read, track, edits };
}

/**
 * Returns the track of a text; undefined if it is stale. The ops run again if other calls of the run changed the file:
 * an edit that they would now write differently, or no longer, was never previewed.
 */
function trackOf(
  { path, language: languageName, preHash }: FileChange,
  read: FoundEdits["read"],
  { params, compiler, workspace, tracks, lines }: Applying,
): FileTrack | undefined {
  const { hash } = read;
  const known = tracks.get(path);
  if (known?.hash === hash) return known;
  if (preHash === null) return undefined;
  if (hash === preHash) return new FileTrack(hash, (edit) => edit);
  const language = resolveLanguage(languageName);
  const ownEdits = workspace.ownEditsBetween(path, preHash, hash);
  if (ownEdits === undefined || language === undefined) return undefined;
  const previewed = lines.get(path)?.places;
  const places = previewed && ownEdits.reduce(followEdits, previewed);
  const plan = planAgain(read.text, { path, language, places }, { params, compiler });
  if (plan?.kind !== "edited") return undefined;
  const found = new Set(plan.replacements.map(keyOf));
  const rebase = createRebase(ownEdits);
  return new FileTrack(hash, (edit) => {
    const moved = rebase(edit);
    return moved && found.has(keyOf(moved)) ? moved : undefined;
  });
}

/** A file that is searched again, and the places of its text on which matches count. */
interface FileToPlan {
  readonly path: string;
  readonly language: Language;
  readonly places: readonly Span[] | undefined;
}

/** Returns undefined if the ops cannot run on the text, although they ran on the one of the preview. */
function planAgain(
  text: string,
  { path, language, places }: FileToPlan,
  { params, compiler }: Pick<Applying, "params" | "compiler">,
): FilePlan | undefined {
  try {
    const { plan } = planPasses(text, language, compiler.for(language, path), {
      passes: params.passes,
      bounds: { matches: Infinity, text: Infinity }, // The preview was within its bounds.
      editDespiteErrors: params.onParseError === "edit",
      asked: [],
      places,
      path,
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
