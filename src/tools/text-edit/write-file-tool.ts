import { z } from "zod";
import type { FileChange } from "../../model/preview.ts";
import type { FileRead } from "../../model/workspace.ts";
import type { ReadyFile } from "../changes/commit-changes.ts";
import { refuseWhenCancelled } from "../changes/commit-changes.ts";
import { zodParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import { describeChange } from "./describe-change.ts";
import { withLineEndsOf } from "./line-ends.ts";
import {
  findEditTarget,
  nothingToChange,
  refuseTooLarge,
  refuseUnwritable,
  stageEdit,
  type TextEditSurroundings,
} from "./text-edit.ts";

const NAME = "write_file";
const BOM = "\uFEFF";

const parametersSchema = z.strictObject({
  path: z.string().min(1).describe("A file, relative to the root; it need not exist"),
  content: z.string().describe("The whole text of the file"),
});

/** A call of `write_file`. */
export type WriteFileParams = z.infer<typeof parametersSchema>;

/** What a call may be given. */
export const writeFileParameters = zodParameters(parametersSchema);

/**
 * `write_file`: a new file, or a new text for one. A call never writes (A1). A file that has a BOM keeps it, and
 * so it does CRLF line ends, where the content comes with `\n` only (A23).
 */
export function createWriteFileTool(surroundings: TextEditSurroundings): Tool<WriteFileParams> {
  return {
    name: NAME,
    description:
      "Writes a whole file, new or not. A call is a dry run; its preview waits for resolve.",
    parameters: writeFileParameters,
    isHidden: false,
    queuesPreviews: true,
    // Not `async`: the place in the file's queue is taken as the call begins (T17).
    execute: ({ path: written, content }, context, callSignal) =>
      surroundings.files.run(written, async () => {
        const signal = AbortSignal.any([surroundings.signal, callSignal]);
        refuseWhenCancelled(signal);
        const target = await findEditTarget(written, surroundings);
        refuseUnwritable("content", content);
        const { path, before } = target;
        const after = before === undefined ? content : inStyleOf(before.text, content);
        refuseTooLarge(path, after);
        if (after === before?.text) return nothingToChange(path);
        const whole = { opId: NAME, start: 0, end: before?.text.length ?? 0, text: after };
        const change = await describeChange(target, [whole], true, surroundings);
        const edit = {
          tool: NAME,
          label: `Write File: ${path}`,
          change,
          replacesFile: true,
          editAgain: (previewed: FileChange, read: FileRead) => writeAgain(previewed, read, after),
          applied: () => `Wrote ${path}.`,
        };
        return stageEdit(edit, surroundings, context, signal);
      }),
  };
}

function inStyleOf(file: string, content: string): string {
  const text = withLineEndsOf(file, content);
  return file.startsWith(BOM) && !text.startsWith(BOM) ? BOM + text : text;
}

/** The whole text rests on the whole text before: whatever changed it since, the preview is stale. */
function writeAgain(change: FileChange, read: FileRead, after: string): ReadyFile | undefined {
  if (read.kind === "text")
    return read.hash === change.preHash ? { change, before: read.text, after } : undefined;
  // Whether the place of a new file is free is for the commit to say.
  return change.preHash === null ? { change, before: "", after } : undefined;
}
