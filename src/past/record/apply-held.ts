import { resolutionsOf } from "../../apply/state/resolutions-by.ts";
import { keepResolved } from "../../apply/state/resolved-actions.ts";
import { listRunFolders, type RunFolder } from "../../apply/state/run-folder.ts";
import type { RunJournal } from "../../apply/transaction/run-journal.ts";
import type { ResolvedAction } from "../../model/past/resolution.ts";
import { type CommitNote, StaleFileError } from "../../model/workspace.ts";
import type { PlannedAction } from "../../plan-file/plan.ts";
import type { PastWorld } from "../../request/past-world.ts";
import type { ResolveHeldRequest } from "../../request/request.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { IsBrought } from "../../tree/brought-state.ts";
import { foldersOfDeleted } from "../../tree/write/deleted-files.ts";
import type { Writing } from "../../tree/write/take-writing.ts";
import type { HeldRun } from "./find-held.ts";
import { locateActions } from "./locate-actions.ts";
import type { LocatedActions, RefusedAction } from "./located-actions.ts";

/** The circumstances in which held actions are applied. */
interface Applying {
  readonly request: Pick<ResolveHeldRequest, "root" | "reason">;
  readonly world: PastWorld;
  readonly writing: Writing;
  readonly isBrought: IsBrought;
}

/** The actions that were applied, and the others. */
export interface AppliedHeld {
  readonly resolved: readonly ResolvedAction[];
  readonly refused: readonly RefusedAction[];
  /** Obstacles that are not those of one action. */
  readonly problems: readonly string[];
}

/** Applies held actions whose places are unchanged, in one transaction: each file is written once. */
export async function applyHeld(
  held: HeldRun,
  actions: readonly PlannedAction[],
  applying: Applying,
): Promise<AppliedHeld> {
  const { root } = applying.request;
  const located = await locateActions(actions, {
    root,
    texts: held.readTexts(),
    runs: { folders: listRunFolders(root), isBrought: applying.isBrought },
    all: held.plan.actions,
    signal: applying.world.interrupted,
  });
  const isStopped = applying.world.interrupted.aborted;
  if (isStopped || located.applied.length === 0)
    return { resolved: [], refused: located.refused, problems: isStopped ? [STOPPED] : [] };
  return commit(held.folder, located, applying);
}

const STOPPED = "Interrupted; nothing was written.";

async function commit(
  folder: RunFolder,
  { applied, changes, refused }: LocatedActions,
  { request: { reason }, world, writing }: Applying,
): Promise<AppliedHeld> {
  const at = new Date(world.now()).toISOString();
  const by = writing.freeRunId(world.newRunId());
  const held = { run: folder.id, actions: applied.map(({ id }) => id) };
  const journal = writing.journal({
    id: by,
    command: "resolve",
    startedAt: at,
    recipes: [...new Set(applied.map(({ recipe }) => recipe))],
    resolves: [held],
  });
  try {
    const emptied = foldersOfDeleted(changes);
    await journal.commit(changes, noteOf(applied, reason), { emptied });
  } catch (error) {
    const unfinished = await journal.close().catch(messageOf);
    const problems = [messageOf(error), ...(unfinished === undefined ? [] : [unfinished])];
    if (!(error instanceof StaleFileError)) return { resolved: [], refused, problems };
    const stale = applied.map((action) => ({ action, cause: "stale", problems }) as const);
    return { resolved: [], refused: [...refused, ...stale], problems: [] };
  }
  const hasWritten = changes.length > 0;
  const about = { reason, at, by: hasWritten ? by : null };
  const resolved = resolutionsOf([held], about).flatMap((each) => each.resolved);
  return { resolved, refused, problems: await endResolved(journal, folder, resolved) };
}

/** Returns the note of the journal: of one action its own. */
function noteOf(applied: readonly PlannedAction[], reason: string): CommitNote {
  const [only, ...others] = applied;
  if (only === undefined) throw new Error("Nothing is written for no action.");
  const { id, label, recipe, step } = only;
  if (others.length === 0) return { id, label, recipe, step, reason };
  return { id: "resolve", label: countOf(applied.length, "held action"), reason };
}

/** Notes what was written, and ends the run. A run that cannot note it stays open, so that a recovery notes it. */
async function endResolved(
  journal: RunJournal,
  folder: RunFolder,
  resolved: readonly ResolvedAction[],
): Promise<readonly string[]> {
  const unkept = await keepResolved(folder, resolved).catch(messageOf);
  if (typeof unkept !== "string") {
    const unfinished = await journal.close().catch(messageOf);
    return unfinished === undefined ? [] : [unfinished];
  }
  await journal.abandon().catch(() => undefined); // The first error counts.
  return [
    `The files are written, but that could not be noted (${unkept}). Run \`sluice recover\`.`,
  ];
}
