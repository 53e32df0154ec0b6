import { z } from "zod";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import { createRebase } from "../../edit/text/rebase-edits.ts";
import { splice } from "../../edit/text/splice.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Replacement } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { FileRead, Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { once } from "../../shared/once.ts";
import { movedChange } from "../ast-edit/facts/file-change.ts";
import { type ReadyFile, refuseWhenCancelled } from "../changes/commit-changes.ts";
import { sizeOf } from "../changes/file-preview.ts";
import { withLayout } from "../format/with-layout.ts";
import { zodParameters } from "../parameters.ts";
import { type FormattingContext, formatProposal } from "../proposals/format-proposal.ts";
import { textAgain } from "../proposals/text-again.ts";
import type { Tool } from "../tool.ts";
import { describeChange } from "./describe-change.ts";
import { hasMixedLineEnds, inStyleOf, withLineEndsOf } from "./line-ends.ts";
import {
  type EditTarget,
  findEditTarget,
  nothingToChange,
  refuseTooLarge,
  refuseTooLong,
  refuseUnwritable,
  stageEdit,
  type TextEditContext,
} from "./text-edit.ts";

const NAME = "replace_text";

/** The number of lines that a message names. */
const NAMED_LINES = 20;

const parametersSchema = once(() =>
  z.strictObject({
    path: z.string().min(1).describe("A file, relative to the root"),
    old: z.string().min(1).describe("What stands there, to the letter; exactly once without `all`"),
    new: z.string().describe("What stands there afterwards; empty deletes"),
    all: z.boolean().optional().describe("Replace every occurrence; default: false"),
  }),
);

/** A call of `replace_text`. */
export type ReplaceTextParams = z.infer<ReturnType<typeof parametersSchema>>;

/** The parameters of `replace_text`. */
export const replaceTextParameters = zodParameters(parametersSchema);

/**
 * `replace_text`: puts one text in the place of another. A call never writes (A1). In a file with CRLF line ends
 * the `\n` of `old` and `new` stand for them (A23).
 */
export function createReplaceTextTool(context: FormattingContext): Tool<ReplaceTextParams> {
  return {
    name: NAME,
    description:
      "Replaces a text that occurs once in a file. A call is a dry run; its preview waits for resolve.",
    parameters: replaceTextParameters,
    isHidden: false,
    queuesPreviews: true,
    // Not `async`: the call takes its place in the file's queue at once (T17).
    execute: (params, call, callSignal) =>
      context.files.run(params.path, async () => {
        const signal = AbortSignal.any([context.signal, callSignal]);
        refuseWhenCancelled(signal);
        const target = await findExisting(params, context);
        const { path } = target;
        const plain = replaceIn(target, params);
        const replaced = plain && (await formatReplaced(target, plain, context));
        if (replaced === undefined || replaced.edits.length === 0) return nothingToChange(path);
        const change = await describeChange(target, replaced, context);
        const { workspace } = context;
        const edit = {
          tool: NAME,
          label: `Replace Text: ${countOf(replaced.edits.length, "replacement")} in ${path}`,
          change,
          replacesFile: false,
          editAgain: (previewed: FileChange, read: FileRead) =>
            replaced.isFormatted
              ? textAgain(previewed, read, workspace)
              : replaceAgain(previewed, read, replaced.old, workspace),
          applied: (written: FileChange) => `Applied ${sizeOf([written])}.`,
        };
        return stageEdit(edit, context, call, signal);
      }),
  };
}

type ExistingTarget = EditTarget & { readonly before: NonNullable<EditTarget["before"]> };

async function findExisting(
  params: ReplaceTextParams,
  context: TextEditContext,
): Promise<ExistingTarget> {
  refuseUnwritable("old", params.old);
  refuseUnwritable("new", params.new);
  const { path, before } = await findEditTarget(params.path, context);
  if (before === undefined) throw new ToolError(`\`${path}\` does not exist.`);
  return { path, before };
}

/** The replacements in one file; `old` has the line ends of the file. */
interface ReplacedText {
  readonly old: string;
  readonly edits: readonly Replacement[];
  readonly isIdempotent: boolean;
  /** A formatter had a part in the edits. */
  readonly isFormatted: boolean;
}

/** Returns the replacements with what the formatter of the step makes of their result. */
async function formatReplaced(
  { path, before }: ExistingTarget,
  replaced: ReplacedText,
  context: FormattingContext,
): Promise<ReplacedText> {
  const after = splice(before.text, replaced.edits);
  const { text } = await formatProposal({ path, text: after }, context);
  const formatted = inStyleOf(before.text, text);
  if (formatted === after) return replaced;
  const edits = withLayout(before.text, replaced.edits, formatted);
  return { ...replaced, edits, isIdempotent: !formatted.includes(replaced.old), isFormatted: true };
}

/** Returns undefined if the old text is already the new one. */
function replaceIn(
  { path, before }: ExistingTarget,
  params: ReplaceTextParams,
): ReplacedText | undefined {
  const old = withLineEndsOf(before.text, params.old);
  const text = withLineEndsOf(before.text, params.new);
  const starts = findOccurrences(before.text, old, params);
  checkOccurrences(starts, { path, text: before.text, old, all: params.all });
  if (old === text) return undefined;
  const edits = starts.map((start) => ({ opId: NAME, start, end: start + old.length, text }));
  // Before the text is made: no text can be that long.
  refuseTooLong(path, before.text.length + starts.length * (text.length - old.length));
  const after = splice(before.text, edits);
  refuseTooLarge(path, after);
  return { old, edits, isIdempotent: !after.includes(old), isFormatted: false };
}

/** Finds the places of `old`. Without `all` it counts places that overlap too. */
function findOccurrences(
  text: string,
  old: string,
  { all }: Pick<ReplaceTextParams, "all">,
): readonly number[] {
  const starts: number[] = [];
  const step = all ? old.length : 1;
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + step)) starts.push(at);
  return starts;
}

/** Throws a `ToolError` if `old` does not occur, or occurs several times without `all`. */
function checkOccurrences(
  starts: readonly number[],
  { path, text, old, all }: Pick<ReplaceTextParams, "path" | "old" | "all"> & { text: string },
): void {
  if (starts.length === 0) {
    const isMixed = old.includes("\n") && hasMixedLineEnds(text);
    const hint = isMixed ? " The file has line ends of both kinds; write them as they are." : "";
    throw new ToolError(`\`old\` does not occur in \`${path}\`.${hint}`);
  }
  if (all || starts.length === 1) return;
  const placeOf = createPlaceFinder(text);
  const lines = starts.slice(0, NAMED_LINES).map((start) => placeOf(start).line);
  const more = starts.length > NAMED_LINES ? ", …" : "";
  const occurs = `occurs ${starts.length} times in \`${path}\`, at lines ${lines.join(", ")}${more}`;
  throw new ToolError(`\`old\` ${occurs}; it must occur once, or \`all\` be true.`);
}

/**
 * Returns the edits on the current text, or undefined if they are stale. They move if only this run has changed the
 * file and the old text is still at each place.
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
  const rebase = createRebase(ownEdits);
  const moved = change.edits.flatMap((edit): readonly Replacement[] => {
    const place = rebase(edit);
    return place !== undefined && text.startsWith(old, place.start) ? [place] : [];
  });
  if (moved.length !== change.edits.length) return undefined;
  return { ...movedChange(change, read, moved), before: text };
}
