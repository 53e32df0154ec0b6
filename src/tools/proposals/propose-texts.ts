import { findTextEdits } from "../../edit/text/find-text-edits.ts";
import { createRebase } from "../../edit/text/rebase-edits.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Replacement } from "../../model/edit.ts";
import type { ToolExecutionContext } from "../../model/tool.ts";
import type { CommitNote, CommitTarget, FileRead, Workspace } from "../../model/workspace.ts";
import { movedChange } from "../ast-edit/facts/file-change.ts";
import { commitChanges, type ReadyFile } from "../changes/commit-changes.ts";
import { queuePreview, sizeOf } from "../changes/file-preview.ts";
import { describeChange } from "../text-edit/describe-change.ts";
import { withLineEndsOf } from "../text-edit/line-ends.ts";
import {
  type EditTarget,
  findEditTarget,
  refuseTooLarge,
  refuseUnwritable,
  type TextEditSurroundings,
} from "../text-edit/text-edit.ts";
import { deleteAgain } from "./describe-deletion.ts";
import { stretchesOf } from "./stretches.ts";

/** A text that code wants a file to have. */
export interface TextProposal {
  readonly path: string;
  readonly text: string;
  /** Undefined if it is not known. */
  readonly isIdempotent?: boolean | undefined;
  /** True if its line ends and its BOM, or none, are meant; otherwise those of the file stay. */
  readonly isExact?: boolean;
}

/** The content of one pending action: everything, one file, or one stretch of changed lines. */
export type ProposalUnit = "step" | "file" | "match";

/**
 * Describes the changes that lead to a text: minimal edits, their diff and facts; one for each stretch of lines with
 * `match`, and none if the file has the text already. Throws a `ToolError` if the file must not be written so.
 */
export async function describeProposal(
  { path: written, text, isIdempotent, isExact = false }: TextProposal,
  { tool, per }: { readonly tool: string; readonly per: ProposalUnit },
  surroundings: TextEditSurroundings,
): Promise<readonly FileChange[]> {
  const target = await findEditTarget(written, surroundings);
  const { path, before } = target;
  refuseUnwritable(path, text);
  const after = before === undefined || isExact ? text : inStyleOf(before.text, text);
  refuseTooLarge(path, after);
  if (after === before?.text) return [];
  const edits = findTextEdits(before?.text ?? "", after).map((edit) => ({ ...edit, opId: tool }));
  const groups =
    per === "match" && before !== undefined ? stretchesOf(before.text, edits) : [edits];
  const changes: FileChange[] = [];
  for (const group of groups)
    changes.push(
      await describeGroup(
        target,
        group,
        groups.length === 1 ? isIdempotent : undefined,
        surroundings,
      ),
    );
  return changes;
}

async function describeGroup(
  target: EditTarget,
  edits: readonly Replacement[],
  isIdempotent: boolean | undefined,
  surroundings: TextEditSurroundings,
): Promise<FileChange> {
  const change = await describeChange(target, { edits, isIdempotent: true }, surroundings);
  return { ...change, isIdempotent };
}

const BOM = "\uFEFF";

function inStyleOf(file: string, written: string): string {
  const text = withLineEndsOf(file, written);
  return file.startsWith(BOM) && !text.startsWith(BOM) ? BOM + text : text;
}

/** Changes of one call, and the words about them. */
export interface ProposedCall {
  readonly tool: string;
  /** The label of an action begins with it. */
  readonly title: string;
  readonly per: ProposalUnit;
  readonly changes: readonly FileChange[];
  /** Changes that make no sense one without the other: no action holds only a part. Default: none. */
  readonly joined?: readonly (readonly FileChange[])[];
  readonly found: { readonly parseErrors: number; readonly limitReached: boolean };
}

/** Queues the changes of a call as pending actions. Returns their number. */
export async function queueProposals(
  call: ProposedCall,
  surroundings: TextEditSurroundings,
  context: ToolExecutionContext,
): Promise<number> {
  const { tool, title, found } = call;
  const groups = groupsOf(call);
  await surroundings.turn?.(context);
  surroundings.session.pending.refuseBeyondRoom(groups.length);
  for (const group of groups) queueGroup(group, { tool, title, found }, surroundings, context);
  return groups.length;
}

/** Returns the changes of each action, in the order of the changes. */
function groupsOf({ per, changes, joined = [] }: ProposedCall): readonly (readonly FileChange[])[] {
  if (per === "step") return changes.length > 0 ? [changes] : [];
  const groupOf = new Map(joined.flatMap((group) => group.map((change) => [change, group])));
  return [...new Set(changes.map((change) => groupOf.get(change) ?? [change]))];
}

/** Queues changes as one pending action. Returns its id. */
export function queueGroup(
  group: readonly FileChange[],
  { tool, title, found }: Pick<ProposedCall, "tool" | "title" | "found">,
  surroundings: TextEditSurroundings,
  context: ToolExecutionContext,
): string {
  const apply = async (note: CommitNote, target: CommitTarget = surroundings.workspace) => {
    const committing = { ...surroundings, workspace: target };
    const written = await commitChanges(group, note, committing, {
      editAgain: (change, read) => editAgain(change, read, target),
    });
    const made = written.map(({ change }) => change);
    return { text: `Applied ${sizeOf(made)}.`, changes: made };
  };
  const label = `${title}: ${sizeOf(group)}`;
  const staged = { tool, label, changes: group, found, apply, takeBack: () => undefined };
  return queuePreview(surroundings, staged, context);
}

/** Returns the change on the text that is there now. It moves if only this run has changed the file elsewhere. */
function editAgain(
  change: FileChange,
  read: FileRead,
  workspace: Pick<Workspace, "ownEditsBetween">,
): ReadyFile | undefined {
  const { path, preHash, postHash, edits } = change;
  if (postHash === null) return deleteAgain(change, read);
  if (read.kind !== "text")
    return preHash === null
      ? { change, before: "", after: edits.map(({ text }) => text).join("") }
      : undefined;
  if (preHash === null) return undefined;
  const own = read.hash === preHash ? [] : workspace.ownEditsBetween(path, preHash, read.hash);
  if (own === undefined) return undefined;
  const rebase = createRebase(own);
  const moved = edits.flatMap((edit) => rebase(edit) ?? []);
  if (moved.length !== edits.length) return undefined;
  return { ...movedChange(change, read, moved), before: read.text };
}
