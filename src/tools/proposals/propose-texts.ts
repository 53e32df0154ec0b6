import { findTextEdits } from "../../edit/text/find-text-edits.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Replacement, TextEdit } from "../../model/edit.ts";
import { type FileMode, PLAIN_MODE } from "../../model/patch/file-mode.ts";
import type { ToolExecutionContext } from "../../model/tool.ts";
import type { CommitNote, CommitTarget } from "../../model/workspace.ts";
import { commitChanges } from "../changes/commit-changes.ts";
import { queuePreview, type StagedPreview, sizeOf } from "../changes/file-preview.ts";
import { describeChange } from "../text-edit/describe-change.ts";
import { inStyleOf } from "../text-edit/line-ends.ts";
import {
  type EditTarget,
  findEditTarget,
  refuseTooLarge,
  refuseUnwritable,
  type TextEditContext,
} from "../text-edit/text-edit.ts";
import { deleteAgain } from "./describe-deletion.ts";
import { textAgain } from "./text-again.ts";
import type { TextProposal } from "./text-proposal.ts";

/** Characters that may be read to describe all stretches of a file: each is described by the whole of its text. */
const MOST_READ = 6_000_000;

/** The content of one pending action: everything, one file, or one stretch of changed lines. */
export type ProposalUnit = "step" | "file" | "match";

/**
 * Describes the changes that lead to a text: minimal edits, their diff and facts; one for each stretch of lines with
 * `match`, another for the mode if there are several, and none if the file has the text and the mode already. Throws a
 * `ToolError` if the file must not be written so.
 */
export async function describeProposal(
  { path: written, text, isIdempotent, isExact = false, mode: wanted }: TextProposal,
  { tool, per }: { readonly tool: string; readonly per: ProposalUnit },
  surroundings: TextEditContext,
): Promise<readonly FileChange[]> {
  const target = await findEditTarget(written, surroundings);
  const { path, before } = target;
  refuseUnwritable(path, text);
  const after = before === undefined || isExact ? text : inStyleOf(before.text, text);
  refuseTooLarge(path, after);
  const mode = await newMode(path, wanted, surroundings);
  if (after === before?.text) return describeMode(target, mode, surroundings);
  const edits = findTextEdits(before?.text ?? "", after).map((edit) => ({ ...edit, opId: tool }));
  const groups =
    per === "match" && before !== undefined
      ? fewStretches(before.text, stretchesOf(before.text, edits))
      : [edits];
  const [only = [], ...others] = groups;
  if (others.length === 0)
    return [await describeGroup(target, { edits: only, isIdempotent, mode }, surroundings)];
  const changes: FileChange[] = [];
  for (const group of groups)
    changes.push(
      await describeGroup(target, { edits: group, isIdempotent: undefined }, surroundings),
    );
  return [...changes, ...(await describeMode(target, mode, surroundings))];
}

async function describeGroup(
  target: EditTarget,
  {
    isIdempotent,
    ...planned
  }: Pick<FileChange, "isIdempotent" | "mode"> & { readonly edits: readonly Replacement[] },
  surroundings: TextEditContext,
): Promise<FileChange> {
  const change = await describeChange(target, { ...planned, isIdempotent: true }, surroundings);
  return { ...change, isIdempotent };
}

/** Returns the mode that a file is to have if it is not its own; for a new file, if it is not the plain one. */
async function newMode(
  path: string,
  wanted: FileMode | undefined,
  { workspace }: Pick<TextEditContext, "workspace">,
): Promise<FileMode | undefined> {
  if (wanted === undefined) return undefined;
  return wanted === ((await workspace.modeOf(path)) ?? PLAIN_MODE) ? undefined : wanted;
}

/** Describes a change of the mode alone; none without one. */
export async function describeMode(
  target: EditTarget,
  mode: FileMode | undefined,
  surroundings: TextEditContext,
): Promise<readonly FileChange[]> {
  if (mode === undefined) return [];
  return [await describeChange(target, { edits: [], isIdempotent: true, mode }, surroundings)];
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
  /** What the proposal says of itself. Default: nothing. */
  readonly claims?: StagedPreview["claims"];
}

/** Queues the changes of a call as pending actions. Returns their number. */
export async function queueProposals(
  call: ProposedCall,
  surroundings: TextEditContext,
  context: ToolExecutionContext,
): Promise<number> {
  const { tool, title, found, claims } = call;
  const groups = groupsOf(call);
  await surroundings.turn?.(context);
  surroundings.session.pending.refuseBeyondRoom(groups.length);
  for (const group of groups)
    queueGroup(group, { tool, title, found, claims }, surroundings, context);
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
  { tool, title, found, claims }: Pick<ProposedCall, "tool" | "title" | "found" | "claims">,
  surroundings: TextEditContext,
  context: ToolExecutionContext,
): string {
  const apply = async (note: CommitNote, target: CommitTarget = surroundings.workspace) => {
    const committing = { ...surroundings, workspace: target };
    const written = await commitChanges(group, note, committing, {
      editAgain: (change, read) =>
        change.postHash === null ? deleteAgain(change, read) : textAgain(change, read, target),
    });
    const made = written.map(({ change }) => change);
    return { text: `Applied ${sizeOf(made)}.`, changes: made };
  };
  const label = `${title}: ${sizeOf(group)}`;
  const staged = { tool, label, changes: group, found, claims, apply, takeBack: () => undefined };
  return queuePreview(surroundings, staged, context);
}

/** Groups sorted edits of a text: those with no unchanged line between them belong together. */
export function stretchesOf<Edit extends TextEdit>(
  text: string,
  edits: readonly Edit[],
): readonly (readonly Edit[])[] {
  const groups: Edit[][] = [];
  let end = -1;
  for (const edit of edits) {
    const group = groups.at(-1);
    const between = group === undefined ? "" : text.slice(end, edit.start);
    if (group !== undefined && between.split("\n").length <= 2) group.push(edit);
    else groups.push([edit]);
    end = edit.end;
  }
  return groups;
}

/**
 * Joins neighbours, so that a file of many stretches is described in bounded work. Returns at least two groups of
 * several stretches, and at most a hundred for a text of 60,000 UTF-16 units.
 */
export function fewStretches<Edit extends TextEdit>(
  text: string,
  stretches: readonly (readonly Edit[])[],
): readonly (readonly Edit[])[] {
  const most = Math.max(2, Math.floor(MOST_READ / Math.max(1, text.length)));
  if (stretches.length <= most) return stretches;
  const size = Math.ceil(stretches.length / most);
  return Array.from({ length: Math.ceil(stretches.length / size) }, (_, at) =>
    stretches.slice(at * size, (at + 1) * size).flat(),
  );
}
