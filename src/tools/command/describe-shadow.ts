import type { FileChange } from "../../model/action/preview.ts";
import type { CommandParams } from "../../model/recipe/call-step.ts";
import { LeftAloneError, ToolError } from "../../model/tool-error.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import type { CallAlert, CallSkip } from "../ast-edit/search/search-shapes.ts";
import { describeDeletion } from "../proposals/describe-deletion.ts";
import type { InputFiles } from "../proposals/find-inputs.ts";
import { describeProposal } from "../proposals/propose-texts.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import type { Move } from "./find-moves.ts";
import type { ShadowChange } from "./shadow.ts";

/** The name of the tool in reports and for policies. */
export const COMMAND = "command";

/** The most files that a message names. */
const MOST_NAMED = 10;

/** The changes that a command comes to, and the files of which its result is refused. */
interface DescribedShadow {
  readonly changes: readonly FileChange[];
  /** Both halves of each move: it is made as a whole or not at all. */
  readonly joined: readonly (readonly FileChange[])[];
  readonly failed: readonly CallSkip[];
  readonly alerts: readonly CallAlert[];
}

/** Returns those changes that are more than a touch. */
export async function realChanges(
  changes: readonly ShadowChange[],
  { workspace }: Pick<TextEditContext, "workspace">,
): Promise<readonly ShadowChange[]> {
  const real: ShadowChange[] = [];
  for (const change of changes) {
    if (change.kind === "file" && !change.isNew && change.mode === undefined) {
      const before = await workspace.read(change.path);
      const { read } = change;
      if (before.kind === "text" && read.kind === "text" && before.hash === read.hash) continue;
    }
    real.push(change);
  }
  return real;
}

/** Throws a `ToolError` if a command changed more than it may. Files that are left alone do not count. */
export function refuseOutside(
  changes: readonly ShadowChange[],
  { paths }: Pick<CommandParams, "paths">,
  { files, skipped }: InputFiles,
): void {
  const known = new Set([...files, ...skipped.filter(isLeftAlone)].map(({ path }) => path));
  const made = changes.filter(mayBeNew).map(({ path }) => path);
  const added = new Set(pathsMatching(paths, made));
  const outside = changes
    .filter((change) => !known.has(change.path) && !added.has(change.path))
    .map(({ path }) => path);
  if (outside.length > 0)
    throw new ToolError(
      `The command changed what it may not: ${boundedList(outside, MOST_NAMED)}. ` +
        "Nothing of it is queued. Name these files under `paths`, or keep the program from them.",
    );
  const gone = new Set(changes.flatMap((one) => (one.kind === "file" ? [] : [one.path])));
  const folder = [...foldersAbove(made)].find((path) => gone.has(path));
  if (folder !== undefined)
    throw new ToolError(`The command put a folder in the place of the file ${folder}.`);
  const emptied = foldersAbove([...gone]);
  const file = made.find((path) => emptied.has(path));
  if (file !== undefined)
    throw new ToolError(`The command put a file in the place of the folder ${file}.`);
}

/** A link, or what is no file, may have been made in the place of a file: it is refused later. */
function mayBeNew(change: ShadowChange): boolean {
  return change.kind === "other" || (change.kind === "file" && change.isNew);
}

/** True if an action of an earlier step on the file was held or discarded (X1). */
function isLeftAlone({ why }: Pick<CallSkip, "why">): boolean {
  return why === "held-before";
}

/** The circumstances of a description. */
interface DescribingShadow extends Pick<CommandParams, "per"> {
  readonly moves: readonly Move[];
  readonly context: TextEditContext;
}

/**
 * Describes what a command made of each file. A result that cannot be edited in does not stop the others, except for
 * the other half of its move.
 */
export async function describeShadow(
  changes: readonly ShadowChange[],
  isIdempotent: (path: string) => boolean | undefined,
  { moves, ...describing }: DescribingShadow,
): Promise<DescribedShadow> {
  const described = new Map<string, readonly FileChange[]>();
  const faults = new Map<string, string>();
  for (const change of changes)
    try {
      const { path } = change;
      described.set(path, await describeOne(change, isIdempotent(path), describing));
    } catch (error) {
      if (error instanceof LeftAloneError || !(error instanceof ToolError)) throw error;
      faults.set(change.path, error.message.replace(/\.$/, ""));
    }
  for (const { from, to } of moves) {
    if (described.has(from) && faults.has(to))
      faults.set(from, `it is moved to ${to}, which is refused`);
    else if (described.has(to) && faults.has(from))
      faults.set(to, `it is moved from ${from}, which is refused`);
  }
  for (const path of faults.keys()) described.delete(path);
  const changesOf = (path: string) => described.get(path) ?? [];
  return {
    changes: [...described.values()].flat(),
    joined: moves.map(({ from, to }) => [from, to].sort(comparePaths).flatMap(changesOf)),
    failed: [...faults].map(([path, detail]) => ({ path, why: "command-failed", detail })),
    alerts: [...faults].map(faultAlert),
  };
}

function faultAlert([path, detail]: readonly [path: string, detail: string]): CallAlert {
  return { level: "error", code: "command-failed", message: `${path}: ${detail}.`, path };
}

async function describeOne(
  change: ShadowChange,
  isIdempotent: boolean | undefined,
  { per, context }: Omit<DescribingShadow, "moves">,
): Promise<readonly FileChange[]> {
  const { path, kind } = change;
  if (kind === "other") throw new ToolError(`the result ${change.fault}`);
  if (kind === "deleted") return [await describeDeletion(path, COMMAND, context)];
  const { read, mode } = change;
  if (read.kind !== "text") throw new ToolError(`the result is no text (${read.why})`);
  const proposal = { path, text: read.text, isIdempotent, isExact: true, mode };
  return describeProposal(proposal, { tool: COMMAND, per }, context);
}
