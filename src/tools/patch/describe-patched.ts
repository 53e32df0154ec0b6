import type { FileChange } from "../../model/action/preview.ts";
import type { Granularity } from "../../model/recipe/call-step.ts";
import type { Patched, PatchedFile } from "../../patch/patched.ts";
import { describeDeletion } from "../proposals/describe-deletion.ts";
import { formatProposal } from "../proposals/format-proposal.ts";
import { describeMode, describeProposal, fewStretches } from "../proposals/propose-texts.ts";
import { describeChange } from "../text-edit/describe-change.ts";
import { findEditTarget, refuseTooLarge, refuseUnwritable } from "../text-edit/text-edit.ts";
import type { PatchContext } from "./patch-context.ts";

/** The changes of a proposal, and those that make no sense one without the other. */
interface DescribedPatch {
  readonly changes: readonly FileChange[];
  readonly joined: readonly (readonly FileChange[])[];
}

/** Describes the changes of each file: one for each hunk or fix if that is the unit, and the file has several. */
export async function describePatched(
  { files, moves }: Pick<Patched, "files" | "moves">,
  per: Granularity,
  context: PatchContext,
): Promise<DescribedPatch> {
  const described = new Map<string, readonly FileChange[]>();
  for (const file of files) described.set(file.path, await describeFile(file, per, context));
  const changesOf = (path: string) => described.get(path) ?? [];
  return {
    changes: [...described.values()].flat(),
    joined: joinMoves(moves).map((paths) => paths.flatMap(changesOf)),
  };
}

async function describeFile(
  { path, before, after, mode, isIdempotent, groups = [] }: PatchedFile,
  per: Granularity,
  context: PatchContext,
): Promise<readonly FileChange[]> {
  if (after === undefined) return [await describeDeletion(path, "patch", context)];
  const call = { tool: "patch", per };
  // Formatted code has other stretches than the patch.
  if (context.formatter !== undefined)
    return describeProposal(
      await formatProposal({ path, text: after, mode }, context),
      call,
      context,
    );
  if (before === undefined || per !== "match" || groups.length < 2)
    return describeProposal(
      { path, text: after, isExact: true, isIdempotent, mode },
      { ...call, per: "file" },
      context,
    );
  refuseUnwritable(path, after);
  refuseTooLarge(path, after);
  const target = await findEditTarget(path, context);
  const changes: FileChange[] = [];
  for (const group of fewStretches(before, groups)) {
    const edits = group.map((edit) => ({ ...edit, opId: "patch" }));
    const change = await describeChange(target, { edits, isIdempotent }, context);
    changes.push({ ...change, isIdempotent: isIdempotent || undefined });
  }
  return [...changes, ...(await describeMode(target, mode, context))];
}

/** Returns the files of moves, or of fixes, that have a file in common, sorted: they are changed together. */
function joinMoves(moves: Patched["moves"]): readonly (readonly string[])[] {
  const groups = new Map<string, Set<string>>();
  for (const { from, to } of moves) {
    const group = new Set([...(groups.get(from) ?? [from]), ...(groups.get(to) ?? [to])]);
    for (const path of group) groups.set(path, group);
  }
  return [...new Set(groups.values())].map((group) => [...group].sort());
}
