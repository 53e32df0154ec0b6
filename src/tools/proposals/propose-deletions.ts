import type { FileChange } from "../../model/action/preview.ts";
import { type FileMode, PLAIN_MODE } from "../../model/patch/file-mode.ts";
import type { ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CommitNote, FileRead } from "../../model/workspace.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { commitChanges, type ReadyFile } from "../changes/commit-changes.ts";
import { queuePreview } from "../changes/file-preview.ts";
import { describeChange } from "../text-edit/describe-change.ts";
import { findEditTarget, type TextEditContext } from "../text-edit/text-edit.ts";
import { deleteAgain, describeDeletion } from "./describe-deletion.ts";

/** The call of a tool that proposes deletions. */
export interface ProposingCall {
  readonly tool: string;
  readonly context: ToolExecutionContext;
  /** Throws if nothing may be queued any longer. */
  readonly requireOpen: () => void;
}

/** Proposes to delete a text file. Returns the id of the pending action. */
export async function proposeDeletion(
  written: string,
  call: ProposingCall,
  surroundings: TextEditContext,
): Promise<string> {
  call.requireOpen();
  const change = await describeDeletion(written, call.tool, surroundings);
  return queueChanges(`Delete File: ${change.path}`, [change], call, surroundings);
}

/** Proposes to move a text file: its deletion and a new file of its mode in one action. */
export async function proposeMove(
  [from, to]: readonly [from: string, to: string],
  call: ProposingCall,
  surroundings: TextEditContext,
): Promise<string> {
  call.requireOpen();
  const { tool } = call;
  const source = await findEditTarget(from, surroundings);
  const target = await findEditTarget(to, surroundings);
  if (target.before !== undefined) throw new ToolError(`\`${to}\` exists: nothing is moved there.`);
  const deletion = await describeDeletion(from, tool, surroundings);
  const whole = { opId: tool, start: 0, end: 0, text: source.before?.text ?? "" };
  const mode = await modeOfMoved(source.path, surroundings);
  const edits = { edits: [whole], isIdempotent: true, mode };
  const creation = await describeChange(target, edits, surroundings);
  const label = `Move File: ${deletion.path} to ${creation.path}`;
  const changes = [deletion, creation].sort((a, b) => comparePaths(a.path, b.path));
  return queueChanges(label, changes, call, surroundings);
}

/** Returns the mode of a file for the new one that takes its place; undefined for the one that new files have. */
async function modeOfMoved(
  from: string,
  { workspace }: Pick<TextEditContext, "workspace">,
): Promise<FileMode | undefined> {
  const mode = await workspace.modeOf(from);
  return mode === PLAIN_MODE ? undefined : mode;
}

function queueChanges(
  label: string,
  changes: readonly FileChange[],
  { tool, context, requireOpen }: ProposingCall,
  surroundings: TextEditContext,
): string {
  requireOpen();
  const apply = async (note: CommitNote) => {
    const written = await commitChanges(changes, note, surroundings, { editAgain });
    return { text: `Applied: ${label}.`, changes: written.map(({ change }) => change) };
  };
  const whole = changes.map(({ path }) => path);
  return queuePreview(surroundings, { tool, label, changes, whole, apply }, context);
}

/** Returns a deletion or a new file on what is there now, or undefined if it is not what was previewed. */
function editAgain(change: FileChange, read: FileRead): ReadyFile | undefined {
  if (change.postHash === null) return deleteAgain(change, read);
  // The commit checks that the place of a new file is free.
  return read.kind === "text"
    ? undefined
    : { change, before: "", after: change.edits.map(({ text }) => text).join("") };
}
