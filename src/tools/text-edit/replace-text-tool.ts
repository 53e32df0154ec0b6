import { z } from "zod";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import { rebaseThrough } from "../../edit/text/rebase-edits.ts";
import { splice } from "../../edit/text/splice.ts";
import type { Replacement } from "../../model/edit.ts";
import type { FileChange } from "../../model/preview.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { FileRead, Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { movedChange } from "../ast-edit/facts/file-change.ts";
import { type ReadyFile, refuseWhenCancelled } from "../changes/commit-changes.ts";
import { sizeOf } from "../changes/file-preview.ts";
import { zodParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import { describeChange } from "./describe-change.ts";
import { hasMixedLineEnds, withLineEndsOf } from "./line-ends.ts";
import {
  findEditTarget,
  nothingToChange,
  refuseTooLarge,
  refuseTooLong,
  refuseUnwritable,
  stageEdit,
  type TextEditSurroundings,
} from "./text-edit.ts";

const NAME = "replace_text";

/** How many lines a message names. */
const NAMED_LINES = 20;

const parametersSchema = z.strictObject({
  path: z.string().min(1).describe("A file, relative to the root"),
  old: z.string().min(1).describe("What stands there, to the letter; exactly once without `all`"),
  new: z.string().describe("What stands there afterwards; empty deletes"),
  all: z.boolean().optional().describe("Replace every occurrence; default: false"),
});

/** A call of `replace_text`. */
export type ReplaceTextParams = z.infer<typeof parametersSchema>;

/** What a call may be given. */
export const replaceTextParameters = zodParameters(parametersSchema);

/**
 * `replace_text`: puts one text in the place of another. A call never writes (A1). In a file with CRLF line ends
 * the `\n` of `old` and `new` stand for them (A23).
 */
export function createReplaceTextTool(surroundings: TextEditSurroundings): Tool<ReplaceTextParams> {
  return {
    name: NAME,
    description:
      "Replaces a text that occurs once in a file. A call is a dry run; its preview waits for resolve.",
    parameters: replaceTextParameters,
    isHidden: false,
    queuesPreviews: true,
    // Not `async`: the place in the file's queue is taken as the call begins (T17).
    execute: (params, context, callSignal) =>
      surroundings.files.run(params.path, async () => {
        const signal = AbortSignal.any([surroundings.signal, callSignal]);
        refuseWhenCancelled(signal);
        refuseUnwritable("old", params.old);
        refuseUnwritable("new", params.new);
        const { path, before } = await findEditTarget(params.path, surroundings);
        if (before === undefined) throw new ToolError(`\`${path}\` does not exist.`);
        const old = withLineEndsOf(before.text, params.old);
        const text = withLineEndsOf(before.text, params.new);
        const starts = findOccurrences(before.text, old, params.all ?? false, path);
        if (old === text) return nothingToChange(path);
        const edits = starts.map((start) => ({ opId: NAME, start, end: start + old.length, text }));
        const target = { path, before };
        // Before it is made: no text can be that long.
        refuseTooLong(path, before.text.length + starts.length * (text.length - old.length));
        const after = splice(before.text, edits);
        refuseTooLarge(path, after);
        const change = await describeChange(target, edits, !after.includes(old), surroundings);
        const { workspace } = surroundings;
        const edit = {
          tool: NAME,
          label: `Replace Text: ${countOf(edits.length, "replacement")} in ${path}`,
          change,
          replacesFile: false,
          editAgain: (previewed: FileChange, read: FileRead) =>
            replaceAgain(previewed, read, old, workspace),
          applied: (written: FileChange) => `Applied ${sizeOf([written])}.`,
        };
        return stageEdit(edit, surroundings, context, signal);
      }),
  };
}

/** Where `old` stands; without `all` at one place, also counting those that overlap. */
function findOccurrences(text: string, old: string, all: boolean, path: string): readonly number[] {
  const starts: number[] = [];
  const step = all ? old.length : 1;
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + step)) starts.push(at);
  if (starts.length === 0) {
    const isMixed = old.includes("\n") && hasMixedLineEnds(text);
    const hint = isMixed ? " The file has line ends of both kinds; give them to the letter." : "";
    throw new ToolError(`\`old\` does not occur in \`${path}\`.${hint}`);
  }
  if (all || starts.length === 1) return starts;
  const placeOf = createPlaceFinder(text);
  const lines = starts.slice(0, NAMED_LINES).map((start) => placeOf(start).line);
  const more = starts.length > NAMED_LINES ? ", …" : "";
  throw new ToolError(
    `\`old\` occurs ${starts.length} times in \`${path}\`, at lines ${lines.join(", ")}${more}; it must occur once, or \`all\` be true.`,
  );
}

/**
 * The edits on the text that is there now: where only this run itself has changed it they move with it, as
 * long as the old text still stands at each place.
 */
function replaceAgain(
  change: FileChange,
  read: FileRead,
  old: string,
  workspace: Workspace,
): ReadyFile | undefined {
  if (read.kind !== "text" || change.preHash === null) return undefined;
  const { text, hash } = read;
  const ownEdits =
    hash === change.preHash ? [] : workspace.ownEditsBetween(change.path, change.preHash, hash);
  if (ownEdits === undefined) return undefined;
  const moved = change.edits.flatMap((edit): readonly Replacement[] => {
    const place = rebaseThrough(edit, ownEdits);
    return place !== undefined && text.startsWith(old, place.start) ? [place] : [];
  });
  if (moved.length !== change.edits.length) return undefined;
  return { ...movedChange(change, read, moved), before: text };
}
