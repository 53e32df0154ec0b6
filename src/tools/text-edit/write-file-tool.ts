import { z } from "zod";
import type { FileChange } from "../../model/action/preview.ts";
import type { FileRead } from "../../model/workspace.ts";
import { once } from "../../shared/once.ts";
import type { ReadyFile } from "../changes/commit-changes.ts";
import { refuseWhenCancelled } from "../changes/commit-changes.ts";
import { zodParameters } from "../parameters.ts";
import { type FormattingContext, formatProposal } from "../proposals/format-proposal.ts";
import type { Tool } from "../tool.ts";
import { describeChange } from "./describe-change.ts";
import { inStyleOf } from "./line-ends.ts";
import {
  findEditTarget,
  nothingToChange,
  refuseTooLarge,
  refuseUnwritable,
  stageEdit,
} from "./text-edit.ts";

const NAME = "write_file";

const parametersSchema = once(() =>
  z.strictObject({
    path: z.string().min(1).describe("A file, relative to the root; it need not exist"),
    content: z.string().describe("The whole text of the file"),
  }),
);

/** A call of `write_file`. */
export type WriteFileParams = z.infer<ReturnType<typeof parametersSchema>>;

/** The parameters of `write_file`. */
export const writeFileParameters = zodParameters(parametersSchema);

/**
 * `write_file`: a new file, or a new text for one. A call never writes (A1); a file keeps its BOM, and its CRLF line
 * ends if the content has `\n` only (A23).
 */
export function createWriteFileTool(context: FormattingContext): Tool<WriteFileParams> {
  return {
    name: NAME,
    description:
      "Writes a whole file, new or not. A call is a dry run; its preview waits for resolve.",
    parameters: writeFileParameters,
    isHidden: false,
    queuesPreviews: true,
    // Not `async`: the call takes its place in the file's queue at once (T17).
    execute: ({ path: written, content }, call, callSignal) =>
      context.files.run(written, async () => {
        const signal = AbortSignal.any([context.signal, callSignal]);
        refuseWhenCancelled(signal);
        const target = await findEditTarget(written, context);
        refuseUnwritable("content", content);
        const { path, before } = target;
        const proposed = { path: written, text: content };
        const { text } = await formatProposal(proposed, context);
        const after = before === undefined ? text : inStyleOf(before.text, text);
        refuseTooLarge(path, after);
        if (after === before?.text) return nothingToChange(path);
        const whole = { opId: NAME, start: 0, end: before?.text.length ?? 0, text: after };
        const edits = { edits: [whole], isIdempotent: true };
        const change = await describeChange(target, edits, context);
        const edit = {
          tool: NAME,
          label: `Write File: ${path}`,
          change,
          replacesFile: true,
          editAgain: (previewed: FileChange, read: FileRead) => writeAgain(previewed, read, after),
          applied: () => `Wrote ${path}.`,
        };
        return stageEdit(edit, context, call, signal);
      }),
  };
}

/** Returns the change, or undefined if the file has changed at all: its whole text rests on the whole text before. */
function writeAgain(change: FileChange, read: FileRead, after: string): ReadyFile | undefined {
  if (read.kind === "text")
    return read.hash === change.preHash ? { change, before: read.text, after } : undefined;
  // The commit checks that the place of a new file is free.
  return change.preHash === null ? { change, before: "", after } : undefined;
}
